import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { Change } from "../../../store/queue/change.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { ToTell } from "./desk-state.ts";

/** What each person keeps to themselves: nobody else hears when it changes (RFC 6638 §3.2.1). */
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

/** How many people besides whoever has arranged it are asked to an event. */
function guestCount({ participants, organizerCalendarAddress: organizer }: JSEvent): number {
  if (organizer === undefined) return 0;
  return Object.values(participants ?? {}).filter(
    ({ roles, scheduleAgent = "server", calendarAddress }) =>
      // Who came by themselves was never asked, and is told nothing by the rules of invitations.
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

/** Whom a change of an occurrence concerns; null if nobody has to be asked about. */
export function toTellOfChange({ event, entry }: ShownOccurrence, patch: PatchObject): ToTell | null {
  // Whoever is asked no longer hears of that, too.
  const count = Math.max(guestCount(event), guestCountAfter(event, patch));
  const isAbout = count > 0 && arrangerOf(entry.event) === null && concernsOthers(patch);
  return isAbout ? { kind: "guests", count } : null;
}

/** Whom it concerns that an occurrence is taken away: of somebody else's event whoever waits for the viewer there. */
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

/** The same changes, of which others are told or not. */
export const telling = (changes: readonly Change[], tells: boolean): readonly Change[] =>
  tells ? changes.map((change) => ({ ...change, tells })) : changes;
