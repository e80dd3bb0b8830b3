import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { Change } from "../../../store/queue/change.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import { isAddressOf } from "../../../store/items/former-addresses.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { isRoomKind } from "../draft/draft-guests.ts";
import { isBookable } from "../draft/draft-rooms.ts";
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

/** Counts the people besides the organizer who are invited to an event. */
function guestCount({ participants, organizerCalendarAddress: organizer }: JSEvent): number {
  if (organizer === undefined) return 0;
  return Object.values(participants ?? {}).filter(
    ({ roles, scheduleAgent = "server", calendarAddress, kind }) =>
      // People who signed up were never invited, and get no invitation messages.
      scheduleAgent === "server" &&
      !isBookable({ isRoom: isRoomKind(kind), address: calendarAddress ?? "" }) &&
      roles?.["owner"] !== true &&
      calendarAddress?.toLowerCase() !== organizer.toLowerCase(),
  ).length;
}

/** Counts them after a patch. The first guests make their inviter the organizer, but the server sets that property later. */
function guestCountAfter(event: JSEvent, patch: PatchObject): number {
  const patched = applyPatch(event, patch);
  if (!patched.ok) return 0;
  const isFirst = event.organizerCalendarAddress === undefined && !event.participants;
  return guestCount(isFirst ? { ...patched.value, organizerCalendarAddress: "" } : patched.value);
}

/** Returns the people whom a change of an occurrence concerns; null if there are none. */
export function toTellOfChange({ event, entry }: ShownOccurrence, patch: PatchObject): ToTell | null {
  // People who are no longer invited are notified, too (RFC 5546 §3.2.5).
  const count = Math.max(guestCount(event), guestCountAfter(event, patch));
  const isAbout = count > 0 && arrangerOf(entry.event) === null && concernsOthers(patch);
  return isAbout ? { kind: "guests", count } : null;
}

/** Returns the people whom the deletion of an occurrence concerns: the guests, or the organizer if that is somebody else. */
export function toTellOfRemoval({ event, entry }: ShownOccurrence, address: string): ToTell | null {
  if (event.status === "cancelled") return null;
  const name = arrangerOf(entry.event);
  if (name === null) {
    const count = guestCount(event);
    return count > 0 ? { kind: "guests", count } : null;
  }
  const people = Object.values(event.participants ?? {});
  const me = people.find((it) => isAddressOf(address, it.calendarAddress ?? ""));
  return me && me.participationStatus !== "declined" ? { kind: "arranger", name } : null;
}

/** Returns the same changes, with or without notifying others. */
export const telling = (changes: readonly Change[], tells: boolean): readonly Change[] =>
  tells ? changes.map((change) => ({ ...change, tells })) : changes;
