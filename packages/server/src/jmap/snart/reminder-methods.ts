import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { listNotifications } from "../../app/notices/notifications.ts";
import type { Reminder } from "../../app/outbox/reminder.ts";
import { dismissReminder, snoozeReminder } from "../../app/reminders/settle-reminder.ts";
import { ownAccountMethod, type Method, type MethodContext } from "../method.ts";
import { accountErrorOf, setErrorOf } from "../problem.ts";
import { setArguments } from "../standard/arguments.ts";
import { notificationMethods } from "../standard/notification-methods.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { modseqOf, stateOf } from "../standard/state.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";

const momentOf = (instant: number | null): string | null =>
  instant === null ? null : formatUtcDateTime(instant);

/** What has rung for the actor and was not dealt with yet; always in the actor's own account. */
const standard = notificationMethods({
  type: "Reminder",
  capability: SNART,
  properties: [
    "itemAccountId",
    "calendarId",
    "itemId",
    "itemType",
    "uid",
    "recurrenceId",
    "rangAt",
    "title",
    "location",
    "start",
    "end",
    "showWithoutTime",
    "timeZone",
  ],
  record({ payload }) {
    const { accountId, calendarId, objectId, kind, uid, recurrenceId, rangAt, ...said } = payload as Reminder;
    return {
      itemAccountId: accountId,
      calendarId,
      itemId: objectId,
      itemType: kind === "task" ? "Task" : "CalendarEvent",
      uid,
      recurrenceId,
      rangAt: momentOf(rangAt),
      title: said.title,
      location: said.place,
      start: momentOf(said.start),
      end: momentOf(said.end),
      showWithoutTime: said.isAllDay,
      timeZone: said.timeZone,
    };
  },
  conditions: {},
  matches: () => true,
});

const snooze = v.strictObject({
  snoozedUntil: v.pipe(
    v.string(),
    v.check((text) => parseUtcDateTime(text) !== undefined, "must be a UTCDate"),
  ),
});

/** Reminder/set: `destroy` dismisses, `snoozedUntil` puts off; both are written into the event. */
const set = ownAccountMethod(SNART, v.strictObject(setArguments), async (context, account, args) => {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const before = await listNotifications(app, actor, account.id, "Reminder");
  if (!before.ok) return failed(accountErrorOf(before.problem));
  if (typeof args.ifInState === "string" && modseqOf(args.ifInState) !== before.value.modseq)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  const forbidden = { type: "forbidden", description: "only the server makes these" } as const;
  for (const creationId of request.value.create.keys()) outcome.notCreated.set(creationId, forbidden);
  for (const [id, patch] of request.value.update()) await snoozeOne(context, outcome, id, patch);
  for (const id of request.value.destroy()) {
    const done = await dismissReminder(app, actor, id);
    if (done.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, setErrorOf(done.problem));
  }
  const after = await listNotifications(app, actor, account.id, "Reminder");
  const newState = stateOf(after.ok ? after.value.modseq : before.value.modseq);
  return ok(outcome.answer(account.id, stateOf(before.value.modseq), newState));
});

async function snoozeOne(
  { app, actor }: MethodContext,
  outcome: SetOutcome,
  id: string,
  patch: JsonObject,
): Promise<void> {
  const parsed = v.safeParse(snooze, patch);
  const until = parsed.success ? parseUtcDateTime(parsed.output.snoozedUntil) : undefined;
  if (until === undefined)
    return void outcome.notUpdated.set(id, invalidProperties(["snoozedUntil"], "must be a UTCDate"));
  const done = await snoozeReminder(app, actor, id, until);
  if (done.ok) outcome.updated.set(id, null);
  else outcome.notUpdated.set(id, setErrorOf(done.problem));
}

export const reminderMethods: ReadonlyMap<string, Method> = new Map([...standard, ["Reminder/set", set]]);
