import type { SignUpRecord } from "@snart/calendar/jmap/sign-up.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { SignUpEntry, SignUpView } from "../../../app/sign-up/read-sign-up.ts";

export const SIGN_UP_PROPERTIES = [
  "id",
  "title",
  "capacity",
  "closesAt",
  "utcStart",
  "state",
  "taken",
  "waiting",
  "hideAttendees",
  "mine",
  "coming",
  "mayManage",
  "list",
  "linkUrl",
  "remindedAt",
] as const;

const moment = (at: number | null): string | null => (at === null ? null : formatUtcDateTime(at));

/** A sign-up as JMAP returns it. @param id as requested */
export function signUpRecord(id: string, view: SignUpView, origin: string): SignUpRecord {
  const { title, capacity, state, taken, waiting, hidesWho, mine, coming, mayManage } = view;
  return {
    id,
    title,
    capacity,
    closesAt: moment(view.closesAt),
    utcStart: formatUtcDateTime(view.start),
    state,
    taken,
    waiting,
    hideAttendees: hidesWho,
    mine: mine && {
      place: mine.place,
      position: mine.position,
      people: mine.people,
      note: mine.note,
    },
    coming,
    mayManage,
    list: view.list?.map(entryRecord) ?? null,
    linkUrl: view.token === null ? null : `${origin}/signup/${view.token}`,
    remindedAt: moment(view.remindedAt),
  };
}

const entryRecord = (entry: SignUpEntry) => ({
  calendarAddress: entry.address,
  name: entry.name,
  email: entry.mail,
  place: entry.place,
  position: entry.position,
  people: entry.people,
  note: entry.note,
  answeredAt: moment(entry.answeredAt),
  hasAnswered: entry.hasAnswered,
  hasAttended: entry.hasAttended,
});
