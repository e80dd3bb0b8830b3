import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { eventOfDraft, newDraft, withRoom, type DraftGuest, type EventDraft } from "../../event/model.ts";
import type { Time } from "../model.ts";

/** Who meets in a room, and what for. */
export interface Meeting {
  readonly title: string;
  readonly guests: readonly DraftGuest[];
  /** in which calendar it stands */
  readonly calendarId: string;
}

/** Whether anything of a meeting is written: a room can be booked for nothing in particular. */
export const isMeeting = ({ title, guests }: Pick<Meeting, "title" | "guests">): boolean =>
  title.trim() !== "" || guests.length > 0;

/** The fields of an event at that time, with the people whom it invites. */
export const draftOfMeeting = (
  { title, guests }: Pick<Meeting, "title" | "guests">,
  time: Time,
  viewer: Zone,
): EventDraft => ({ ...newDraft({ ...time, allDay: false }, "", viewer, title), guests });

/** The event of a meeting, which invites its room too. */
export function eventOfMeeting(
  { calendarId, ...meeting }: Meeting,
  time: Time,
  room: { readonly id: string; readonly name: string },
  uid: string,
  viewer: Zone,
): JSEvent & { readonly calendarIds: Readonly<Record<string, true>> } {
  const draft = draftOfMeeting(meeting, time, viewer);
  const guests = withRoom(meeting.guests, { bookableId: room.id, name: room.name });
  return { ...eventOfDraft({ ...draft, guests }, uid, viewer), calendarIds: { [calendarId]: true } };
}
