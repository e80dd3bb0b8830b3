import type { Absence, PersonalHours } from "@snart/calendar/free-busy/personal-hours.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { applyPatchTo } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { readWorkingWeek, workingWeekText } from "@snart/calendar/time/working-hours.ts";
import * as v from "valibot";
import { personalHours, setPersonalHours, type HoursChanges } from "../../../app/hours/personal-hours.ts";
import { ownAccountMethod, type Method, type MethodContext } from "../../method.ts";
import { methodErrorOf, setErrorOf } from "../../problem.ts";
import { getArguments, setArguments, text } from "../../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../../standard/get.ts";
import { SetOutcome, setRequest } from "../../standard/set.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";
import { shortHash } from "../../wire/session.ts";

// Availability: the actor's own hours and absences, one object. The same as CalDAV's calendar-availability on the inbox (RFC 7953).

const ID = "singleton";
const PROPERTIES: readonly string[] = ["id", "workingHours", "timeZone", "hasMore", "absences"];

const recordOf = ({ week, zoneName, hasMore, absences }: PersonalHours) => ({
  id: ID,
  workingHours: week && workingWeekText(week),
  timeZone: zoneName,
  hasMore,
  absences: Object.fromEntries(
    absences.map(({ id, from, to, text: said, isTold }) => [
      id,
      { utcStart: formatUtcDateTime(from), utcEnd: formatUtcDateTime(to), text: said, isTold },
    ]),
  ),
});

const get = ownAccountMethod(SNART, v.strictObject(getArguments), async ({ app, actor }, account, args) => {
  const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
  if (!ids.ok) return ids;
  const properties = checkProperties(args.properties, PROPERTIES);
  if (!properties.ok) return properties;
  const hours = await personalHours(app, actor);
  if (!hours.ok) return failed(methodErrorOf(hours.problem));
  const record = recordOf(hours.value);
  const state = shortHash(record);
  const [wanted, names] = [ids.value, properties.value];
  return ok(getAnswer({ accountId: account.id, state, ids: wanted, properties: names, records: [record] }));
});

const moment = v.pipe(
  v.string(),
  v.check((value) => parseUtcDateTime(value) !== undefined, "must be a UTCDateTime"),
);
const absence = v.strictObject({
  utcStart: moment,
  utcEnd: moment,
  text: v.optional(v.pipe(text, v.maxLength(1_000)), ""),
  isTold: v.optional(v.boolean(), true),
});
const schema = v.strictObject({
  workingHours: v.nullable(
    v.pipe(
      v.string(),
      v.check(
        (value) => readWorkingWeek(value) !== undefined,
        "must be seven days of hours such as 08:00-17:00",
      ),
    ),
  ),
  absences: v.record(v.pipe(text, v.minLength(1), v.maxLength(255), v.regex(/^[^\p{Cc}]+$/u)), absence),
});

/** Availability/set: the hours of the week, and the absences by id; there is one object, always. */
const set = ownAccountMethod(SNART, v.strictObject(setArguments), async (context, account, args) => {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const before = await personalHours(app, actor);
  if (!before.ok) return failed(methodErrorOf(before.problem));
  const oldState = shortHash(recordOf(before.value));
  if (typeof args.ifInState === "string" && args.ifInState !== oldState)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  for (const creationId of request.value.create.keys())
    outcome.notCreated.set(creationId, { type: "singleton" });
  for (const [one, patch] of request.value.update()) {
    const error = one === ID ? await change(context, patch) : ({ type: "notFound" } as const);
    if (error) outcome.notUpdated.set(one, error);
    else outcome.updated.set(one, null);
  }
  for (const one of request.value.destroy()) outcome.notDestroyed.set(one, { type: "singleton" });
  const after = await personalHours(app, actor);
  return ok(outcome.answer(account.id, oldState, after.ok ? shortHash(recordOf(after.value)) : oldState));
});

async function change({ app, actor }: MethodContext, patch: JsonObject): Promise<SetError | undefined> {
  const current = await personalHours(app, actor);
  if (!current.ok) return setErrorOf(current.problem);
  const changes = changesOf(recordOf(current.value), patch);
  if (!changes.ok) return changes.problem;
  const done = await setPersonalHours(app, actor, changes.value);
  return done.ok ? undefined : setErrorOf(done.problem);
}

/** Only what is named is changed: hours that no week can say stay unless another week is given. */
function changesOf(record: ReturnType<typeof recordOf>, patch: JsonObject): Result<HoursChanges, SetError> {
  const named = new Set(Object.keys(patch).map((path) => path.split("/")[0] ?? ""));
  const fixed = [...named].filter((name) => name !== "workingHours" && name !== "absences");
  if (fixed.length > 0) return failed(invalidProperties(fixed, "cannot be set"));
  const { workingHours, absences } = record;
  const patched = applyPatchTo(
    { workingHours, absences } as unknown as { readonly [name: string]: JsonValue },
    patch as PatchObject,
  );
  if (!patched.ok)
    return failed({ type: "invalidPatch", description: "a path leads nowhere or overlaps another" });
  const parsed = v.safeParse(schema, { workingHours: null, absences: {}, ...patched.value });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return failed(invalidProperties([v.getDotPath(issue) ?? "absences"], issue.message.slice(0, 200)));
  }
  const list = Object.entries(parsed.output.absences).map(([id, { utcStart, utcEnd, ...said }]): Absence => ({
    id,
    from: parseUtcDateTime(utcStart) ?? 0,
    to: parseUtcDateTime(utcEnd) ?? 0,
    ...said,
  }));
  const backwards = list.find(({ from, to }) => to <= from);
  if (backwards) return failed(invalidProperties([`absences/${backwards.id}`], "must end after it starts"));
  const week = parsed.output.workingHours === null ? null : readWorkingWeek(parsed.output.workingHours);
  return ok({
    ...(named.has("workingHours") && week !== undefined && { week }),
    ...(named.has("absences") && { absences: list }),
  });
}

export const availabilityMethods: ReadonlyMap<string, Method> = new Map([
  ["Availability/get", get],
  ["Availability/set", set],
]);
