import { makeComponent, makeProperty, type Component, type Property } from "../icalendar/component.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { textProperty } from "../icalendar/text.ts";
import { writeTime } from "../icalendar/time-property.ts";
import { allDay, timed, type CalendarTime } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import type { PollAnswer, PollState } from "./poll.ts";

/** What somebody sees of a poll, to be written as a VPOLL. */
export interface SeenPollText {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly isAllDay: boolean;
  /** ms */
  readonly length: number;
  /** in the order in which they are numbered */
  readonly options: readonly { readonly id: string; readonly start: Instant }[];
  readonly state: PollState;
  /** the option that was decided on */
  readonly chosenId: string | null;
  /** when it is closed by itself; null: it is not */
  readonly closesAt: Instant | null;
  readonly voters: readonly {
    readonly id: string;
    /** null: not for the reader */
    readonly name: string | null;
    readonly note: string;
    /** by the id of the option */
    readonly answers: Readonly<Record<string, PollAnswer>>;
  }[];
}

/** POLL-MODE:BASIC: 90 to 100 is a yes, 40 to 79 one if need be, 0 to 39 a no (draft-ietf-calext-vpoll, RESPONSE). */
const RESPONSE: Readonly<Record<PollAnswer, number>> = { yes: 100, ifNeeded: 50, no: 0 };

const STATUS: Readonly<Record<PollState, string>> = {
  open: "IN-PROCESS",
  closed: "COMPLETED",
  scheduled: "CONFIRMED",
  cancelled: "CANCELLED",
};

/**
 * Writes a poll as iCalendar text with one VPOLL (draft-ietf-calext-vpoll): an event for each option, numbered from 1, and a participant with
 * votes for each voter. What was not answered has no vote. Nobody's address is in it.
 * @param now becomes DTSTAMP
 */
export function vpollText(poll: SeenPollText, { now, prodId }: { now: Instant; prodId: string }): string {
  const stamp = writeTime("DTSTAMP", utc(now));
  const numbers = new Map(poll.options.map(({ id }, at) => [id, at + 1]));
  const chosen = poll.chosenId === null ? undefined : numbers.get(poll.chosenId);
  const vpoll = makeComponent(
    "VPOLL",
    [
      textProperty("UID", poll.id),
      stamp,
      textProperty("SUMMARY", poll.title),
      ...optionalText("DESCRIPTION", poll.description),
      ...optionalText("LOCATION", poll.place),
      makeProperty("STATUS", STATUS[poll.state]),
      makeProperty("POLL-MODE", "BASIC"),
      makeProperty("POLL-COMPLETION", "CLIENT"),
      makeProperty("POLL-PROPERTIES", "DTSTART,DTEND"),
      ...(poll.closesAt === null ? [] : [writeTime("DTEND", utc(poll.closesAt))]),
      ...(chosen === undefined ? [] : [makeProperty("POLL-WINNER", String(chosen))]),
    ],
    [
      ...poll.voters.map((voter) => participant(voter, numbers)),
      ...poll.options.map((option, at) => item(poll, option.start, at + 1, stamp)),
    ],
  );
  const head = [makeProperty("VERSION", "2.0"), textProperty("PRODID", prodId)];
  return serialiseICalendar(makeComponent("VCALENDAR", head, [vpoll]));
}

const utc = (instant: Instant): CalendarTime => timed(UTC.toLocal(instant), UTC, null);

const optionalText = (name: string, text: string): readonly Property[] =>
  text === "" ? [] : [textProperty(name, text)];

function item(poll: SeenPollText, start: Instant, number: number, stamp: Property): Component {
  const time = (at: Instant): CalendarTime => (poll.isAllDay ? allDay(UTC.toLocal(at)) : utc(at));
  return makeComponent(
    "VEVENT",
    [
      textProperty("UID", `${poll.id}-${number}`),
      stamp,
      makeProperty("POLL-ITEM-ID", String(number)),
      writeTime("DTSTART", time(start)),
      writeTime("DTEND", time(start + poll.length)),
      textProperty("SUMMARY", poll.title),
      ...optionalText("LOCATION", poll.place),
    ],
    [],
  );
}

function participant(
  { id, name, note, answers }: SeenPollText["voters"][number],
  numbers: ReadonlyMap<string, number>,
): Component {
  const votes = [...numbers].flatMap(([optionId, number]) => {
    const answer = Object.hasOwn(answers, optionId) ? answers[optionId] : undefined;
    if (answer === undefined) return [];
    return makeComponent(
      "VOTE",
      [makeProperty("POLL-ITEM-ID", String(number)), makeProperty("RESPONSE", String(RESPONSE[answer]))],
      [],
    );
  });
  return makeComponent(
    "PARTICIPANT",
    [
      textProperty("UID", id),
      makeProperty("PARTICIPANT-TYPE", "VOTER"),
      ...optionalText("SUMMARY", name ?? ""),
      ...optionalText("COMMENT", note),
    ],
    votes,
  );
}
