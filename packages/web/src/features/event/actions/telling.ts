import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { Change } from "../../../store/queue/change.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { ToTell } from "./actions-state.ts";

/** Each person's own properties: their changes are not sent to others (RFC 6638 §3.2.1). */
const OWN: ReadonlySet<string> = new Set([
  "alerts",
  "useDefaultAlerts",
  "freeBusyStatus",
  "privacy",
  "color",
  "calendarIds",
]);

const concernsOthers = (patch: PatchObject): boolean =>
  Object.keys(patch).some((path) => !OWN.has(path.split("/")[0] ?? ""));

/** How many people besides the organizer are invited to an event. */
function guestCount({ participants, organizerCalendarAddress: organizer }: JSEvent): number {
  if (organizer === undefined) return 0;
  return Object.values(participants ?? {}).filter(
    ({ roles, scheduleAgent = "server", calendarAddress }) =>
      // People who signed up were never invited, and get no invitation messages.
      scheduleAgent === "server" &&
      roles?.["owner"] !== true &&
      calendarAddress?.toLowerCase() !== organizer.toLowerCase(),
  ).length;
}

/** How many a patch makes it. Who asks the first guests organises the event, which the server says once it has it. */
function guestCountAfter(event: JSEvent, patch: PatchObject): number {
  const patched = applyPatch(event, patch);
  if (!patched.ok) return 0;
  const isFirst = event.organizerCalendarAddress === undefined && !event.participants;
  return guestCount(isFirst ? { ...patched.value, organizerCalendarAddress: "" } : patched.value);
}

/** The people whom a change of an occurrence concerns; null if nobody needs to be asked about. */
export function toTellOfChange({ event, entry }: ShownOccurrence, patch: PatchObject): ToTell | null {
  // People who are no longer invited are notified of that, too.
  const count = Math.max(guestCount(event), guestCountAfter(event, patch));
  const isAbout = count > 0 && arrangerOf(entry.event) === null && concernsOthers(patch);
  return isAbout ? { kind: "guests", count } : null;
}

/** The people whom removing an occurrence concerns: for another's event, its organizer. */
export function toTellOfRemoval({ event, entry }: ShownOccurrence, address: string): ToTell | null {
  if (event.status === "cancelled") return null;
  const name = arrangerOf(entry.event);
  if (name === null) {
    const count = guestCount(event);
    return count > 0 ? { kind: "guests", count } : null;
  }
  const own = `mailto:${address.toLowerCase()}`;
  const me = Object.values(event.participants ?? {}).find((it) => it.calendarAddress?.toLowerCase() === own);
  return me && me.participationStatus !== "declined" ? { kind: "arranger", name } : null;
}

/** The same changes, with or without notifying others. */
export const telling = (changes: readonly Change[], tells: boolean): readonly Change[] =>
  tells ? changes.map((change) => ({ ...change, tells })) : changes;
