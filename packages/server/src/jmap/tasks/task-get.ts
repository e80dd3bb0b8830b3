import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { JSTask, LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { ok } from "@snart/calendar/result.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { itemGet } from "../calendars/events/event-get.ts";
import { timeOf } from "../calendars/events/utc-times.ts";
import type { Answer, Method } from "../method.ts";
import type { JsonObject } from "../wire/json.ts";
import { asTask, recordName, TASK } from "./task-kind.ts";

const records = itemGet(TASK);

/** Computed when requested by name. */
const UTC_TIMES: Readonly<Record<string, "start" | "due">> = { utcStart: "start", utcDue: "due" };
const TIMES = ["start", "due", "timeZone", "showWithoutTime"];

/** Task/get (JMAP Tasks): CalendarEvent/get for tasks. */
export const taskGet: Method = {
  capability: TASK.capability,
  async call(context, args) {
    const asked = Array.isArray(args.properties)
      ? args.properties.filter((one) => typeof one === "string")
      : null;
    const wanted = asked ?? [];
    const utc = wanted.filter((name) => Object.hasOwn(UTC_TIMES, name));
    const names = wanted.filter((name) => !utc.includes(name)).map(recordName);
    const properties = asked && [...new Set([...names, ...(utc.length > 0 ? TIMES : [])])];
    const given: JsonObject = asked ? { ...args, properties } : args;
    const found = await records.call(context, given);
    if (!found.ok) return found;
    const zone = ianaZone(typeof args.timeZone === "string" ? args.timeZone : "Etc/UTC") ?? UTC;
    const shown = new Set(["id", ...wanted]);
    const list = (found.value["list"] as readonly Answer[]).map((record) => {
      const task = { ...asTask(record), ...utcTimesOf(record, utc, zone) };
      return asked ? Object.fromEntries(Object.entries(task).filter(([name]) => shown.has(name))) : task;
    });
    return ok({ ...found.value, list });
  },
};

function utcTimesOf(record: Answer, names: readonly string[], zone: Zone): Answer {
  const task = record as unknown as JSTask;
  const times = names.map((name): [string, string | null] => {
    const at = localInstant(task, task[UTC_TIMES[name] ?? "due"], zone);
    return [name, at === undefined ? null : formatUtcDateTime(at)];
  });
  return Object.fromEntries(times);
}

/** The instant of a task's local time; undefined if it has none. `zone` is that of floating times. */
export function localInstant(
  task: Pick<JSTask, "timeZone" | "showWithoutTime">,
  local: LocalDateTime | undefined,
  zone: Zone,
): number | undefined {
  const { timeZone = null, showWithoutTime = false } = task;
  const time = local === undefined ? undefined : timeOf({ start: local, timeZone, showWithoutTime }, local);
  return time && instantOf(time, zone);
}
