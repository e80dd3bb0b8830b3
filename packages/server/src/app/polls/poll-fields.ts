import type { GivenOption } from "@snart/calendar/poll/change-options.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Poll } from "../../storage/records/polls.ts";
import type { App } from "../app.ts";
import { CONTROL, HOSTILE } from "../given-text.ts";
import type { Problem } from "../problems.ts";

/** What the maker of a poll says of it. */
export interface PollFields extends Pick<
  Poll,
  | "title"
  | "description"
  | "place"
  | "isAllDay"
  | "length"
  | "timeZone"
  | "closesAt"
  | "visibility"
  | "names"
  | "allowsIfNeeded"
  | "allowsSuggestions"
  | "holdsOptions"
  | "roomId"
> {
  readonly options: readonly GivenOption[];
}

/** Somebody who is asked by name: a person here, or a mail address. */
export interface GivenVoter {
  readonly principalId?: PrincipalId;
  readonly mail?: string;
  readonly name?: string;
  readonly isRequired: boolean;
}

const LONGEST_TEXT = 2_000;
const LONGEST = 14 * DAY;
const LONGEST_DAYS = 31 * DAY;
/** Before 3000, so that every date of it has four digits. */
const LAST_START = Date.UTC(2999, 0, 1);

export const wrong = (field: string, detail: string): Problem => ({ code: "invalid-value", field, detail });

/** Whether a text is a name: of one line, and not empty. */
export const isName = (app: App, text: string): boolean =>
  text.trim() !== "" && text.length <= app.limits.nameLength && !HOSTILE.test(text);

/** What is wrong with a poll as it is to be. */
export function pollProblem(app: App, poll: PollFields): Problem | undefined {
  const { title, description, place, length, timeZone, closesAt, isAllDay } = poll;
  if (!isName(app, title)) return wrong("title", `1 to ${app.limits.nameLength} characters`);
  if (description.length > LONGEST_TEXT || CONTROL.test(description))
    return wrong("description", `at most ${LONGEST_TEXT} characters`);
  if (place.length > app.limits.nameLength || HOSTILE.test(place))
    return wrong("place", `at most ${app.limits.nameLength} characters`);
  const step = isAllDay ? DAY : MINUTE;
  if (!(length >= step && length <= (isAllDay ? LONGEST_DAYS : LONGEST) && length % step === 0))
    return wrong("length", "minutes, at most 14 days; of whole days at most 31");
  if (!ianaZone(timeZone)) return wrong("timeZone", "an IANA time zone");
  if (closesAt !== null && !Number.isSafeInteger(closesAt)) return wrong("closesAt", "a moment");
  return optionsProblem(app, poll);
}

function optionsProblem(app: App, { options, isAllDay }: PollFields): Problem | undefined {
  const { pollOptions } = app.limits;
  if (options.length === 0 || options.length > pollOptions)
    return wrong("options", `1 to ${pollOptions} times`);
  const starts = options.map(({ start }) => start);
  const isTime = (start: number): boolean =>
    Number.isSafeInteger(start) &&
    start >= 0 &&
    start < LAST_START &&
    start % (isAllDay ? DAY : MINUTE) === 0;
  if (!starts.every(isTime)) return wrong("options", "moments on a whole minute; of whole days 00:00 UTC");
  if (new Set(starts).size < starts.length) return wrong("options", "times that differ");
  const ids = options.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return new Set(ids).size < ids.length ? wrong("options", "ids that differ") : undefined;
}

/** What is wrong with the room of a poll. */
export async function roomProblem(
  tx: ReadTransaction,
  { roomId, isAllDay }: Pick<PollFields, "roomId" | "isAllDay">,
): Promise<Problem | undefined> {
  if (roomId === null) return undefined;
  const room = await tx.bookables.byId(roomId);
  if (!room) return wrong("roomId", "there is no such room");
  return isAllDay ? wrong("roomId", "a room is booked for hours, not for whole days") : undefined;
}
