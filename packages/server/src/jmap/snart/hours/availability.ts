import type { AvailabilityRecord } from "@snart/calendar/jmap/availability.ts";
import type { Absence, PersonalHours } from "@snart/calendar/free-busy/personal-hours.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { applyPatchTo } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { readWorkingWeek, workingWeekText } from "@snart/calendar/time/working-hours.ts";
import * as v from "valibot";
import { personalHours, setPersonalHours, type HoursChanges } from "../../../app/hours/personal-hours.ts";
import { methodErrorOf } from "../../problem.ts";
import { text } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { NOT_FOUND, quietly, readInput } from "../../standard/set-method.ts";
import { recordOf, type JmapRecord, type PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";

const ID = "singleton";

const properties: PropertiesOf<PersonalHours, AvailabilityRecord> = {
  id: () => ID,
  workingHours: ({ week }) => week && workingWeekText(week),
  timeZone: ({ zoneName }) => zoneName,
  hasMore: ({ hasMore }) => hasMore,
  absences: ({ absences }) =>
    Object.fromEntries(
      absences.map(({ id, from, to, text: said, isTold }) => [
        id,
        { utcStart: formatUtcDateTime(from), utcEnd: formatUtcDateTime(to), text: said, isTold },
      ]),
    ),
};

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

/**
 * Availability (urn:snart:jmap): the actor's own weekly hours and absences, always one object. The same as CalDAV's
 * calendar-availability on the inbox (RFC 7953).
 */
export const availability = recordType({
  name: "Availability",
  capability: SNART,
  isOwn: true,
  properties,
  async read({ app, actor }) {
    const hours = await personalHours(app, actor);
    return hours.ok ? ok({ items: [hours.value] }) : failed(methodErrorOf(hours.problem));
  },
  set: {
    create: { type: "singleton" },
    async update(call, id, patch) {
      if (id !== ID) return NOT_FOUND;
      const current = await personalHours(call.app, call.actor);
      if (!current.ok) return current;
      const changes = changesOf(recordOf({ properties }, current.value, call), patch);
      return changes.ok ? quietly(await setPersonalHours(call.app, call.actor, changes.value)) : changes;
    },
    destroy: { type: "singleton" },
  },
});

/** Only named properties change: hours that a week can't express stay unless another week is given. */
function changesOf(record: JmapRecord, patch: JsonObject): Result<HoursChanges, SetError> {
  const named = new Set(Object.keys(patch).map((path) => path.split("/")[0] ?? ""));
  const fixed = [...named].filter((name) => name !== "workingHours" && name !== "absences");
  if (fixed.length > 0) return failed(invalidProperties(fixed, "cannot be set"));
  const { workingHours, absences } = record as Readonly<Record<string, unknown>>;
  const patched = applyPatchTo(
    { workingHours, absences } as unknown as { readonly [name: string]: JsonValue },
    patch as PatchObject,
  );
  if (!patched.ok)
    return failed({ type: "invalidPatch", description: "a path leads nowhere or overlaps another" });
  const parsed = readInput(schema, { workingHours: null, absences: {}, ...patched.value });
  if (!parsed.ok) return parsed;
  const list = Object.entries(parsed.value.absences).map(([id, { utcStart, utcEnd, ...said }]): Absence => ({
    id,
    from: parseUtcDateTime(utcStart) ?? 0,
    to: parseUtcDateTime(utcEnd) ?? 0,
    ...said,
  }));
  const backwards = list.find(({ from, to }) => to <= from);
  if (backwards) return failed(invalidProperties([`absences/${backwards.id}`], "must end after it starts"));
  const week = parsed.value.workingHours === null ? null : readWorkingWeek(parsed.value.workingHours);
  return ok({
    ...(named.has("workingHours") && week !== undefined && { week }),
    ...(named.has("absences") && { absences: list }),
  });
}
