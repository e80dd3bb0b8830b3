import { parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { rewindCalendar, type Moment } from "../../app/history/rewind-calendar.ts";
import type { CalendarId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf, setErrorOf } from "../problem.ts";
import { flag, id, stateText } from "../standard/arguments.ts";
import { modseqOf, stateOf } from "../standard/state.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidArguments } from "../wire/errors.ts";

const schema = v.strictObject({
  accountId: id,
  calendarId: id,
  at: v.nullish(v.string()),
  state: v.nullish(stateText),
  /** Only reports what would be done. */
  preview: flag(true),
  sendSchedulingMessages: flag(false),
});

/**
 * Calendar/rewind: resets a calendar to a moment, or to a state. It only reports what it would do unless `preview` is
 * false; rewinding to the `undoState` of the answer undoes it.
 */
export const calendarRewind = accountMethod(SNART, schema, async ({ app, actor }, account, args) => {
  const to = momentOf(args);
  if (!to) return failed(invalidArguments("at (a UTCDate) or state, one of them"));
  const done = await rewindCalendar(app, actor, {
    accountId: account.id,
    calendarId: args.calendarId as CalendarId,
    to,
    isPreview: args.preview,
    sendSchedulingMessages: args.sendSchedulingMessages,
  });
  if (!done.ok) return failed(methodErrorOf(done.problem));
  const { refused, undoState, ...counts } = done.value;
  const notRestored = Object.fromEntries([...refused].map(([one, problem]) => [one, setErrorOf(problem)]));
  return ok({
    accountId: account.id,
    isPreview: args.preview,
    ...counts,
    notRestored,
    undoState: args.preview ? null : stateOf(undoState),
  });
});

function momentOf({ at, state }: v.InferOutput<typeof schema>): Moment | undefined {
  if (typeof at === "string" && typeof state === "string") return undefined;
  if (typeof at === "string") {
    const moment = parseUtcDateTime(at);
    return moment === undefined ? undefined : { at: moment };
  }
  const known = typeof state === "string" ? modseqOf(state) : undefined;
  return known === undefined ? undefined : { state: known };
}
