import { matchesCondition } from "@snart/calendar/filter/event-filter-condition.ts";
import type { Filter } from "@snart/calendar/filter/filter-tree.ts";
import { parseLocalDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { isOver } from "@snart/calendar/jscalendar/task-progress.ts";
import type { JSTask, LocalDateTime, UTCDateTime } from "@snart/calendar/jscalendar/types.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import {
  areIds,
  isLocal,
  isText,
  parseFilter,
  type ConditionChecks,
} from "../calendars/events/event-filter.ts";
import type { EventRecord } from "../context/event-record.ts";
import type { MethodError } from "../wire/errors.ts";
import type { Json, JsonObject } from "../wire/json.ts";
import { localInstant } from "./task-get.ts";

/** The FilterCondition of Task/query; an absent or null property does not restrict. The draft leaves it open. */
interface TaskFilterCondition {
  readonly inTaskList?: string | null;
  readonly inTaskLists?: readonly string[] | null;
  /** due at or after this, in the query's zone; a task without a due time: beginning */
  readonly after?: LocalDateTime | null;
  /** due before this, in the query's zone */
  readonly before?: LocalDateTime | null;
  readonly hasDue?: boolean | null;
  /** any of these */
  readonly progress?: readonly string[] | null;
  /** completed, failed or cancelled */
  readonly isOver?: boolean | null;
  readonly completedAfter?: UTCDateTime | null;
  readonly completedBefore?: UTCDateTime | null;
  readonly text?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly location?: string | null;
  readonly uid?: string | null;
}

export type TaskFilter = Filter<TaskFilterCondition>;

const isFlag = (value: Json): boolean => typeof value === "boolean";
const isUtc = (value: Json): boolean => typeof value === "string" && parseUtcDateTime(value) !== undefined;

const CONDITIONS: ConditionChecks<TaskFilterCondition> = {
  inTaskList: isText,
  inTaskLists: areIds,
  after: isLocal,
  before: isLocal,
  hasDue: isFlag,
  progress: areIds,
  isOver: isFlag,
  completedAfter: isUtc,
  completedBefore: isUtc,
  text: isText,
  title: isText,
  description: isText,
  location: isText,
  uid: isText,
};

/** Checks a filter; null matches everything. */
export const parseTaskFilter = (filter: JsonObject | null | undefined): Result<TaskFilter, MethodError> =>
  parseFilter(filter, CONDITIONS);

/** When a task, or one occurrence, is due; without a due time when it begins; undefined if it has neither. */
export const dueOf = (task: EventRecord, zone: Zone): Instant | undefined => {
  const { start, due } = task as unknown as JSTask;
  return localInstant(task, due ?? start, zone);
};

const isSet = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Default of RFC 8984 §5.2.5. */
const progressOf = (task: EventRecord): string => (task as unknown as JSTask).progress ?? "needs-action";

function matchesDue(task: EventRecord, condition: TaskFilterCondition, zone: Zone): boolean {
  const { after, before, hasDue } = condition;
  if (isSet(hasDue) && hasDue !== ((task as unknown as JSTask).due !== undefined)) return false;
  if (!isSet(after) && !isSet(before)) return true;
  const due = dueOf(task, zone);
  const bound = (text: LocalDateTime | null | undefined): Instant | undefined => {
    const local = isSet(text) ? parseLocalDateTime(text) : undefined;
    return local === undefined ? undefined : zone.toInstant(local);
  };
  const [from, to] = [bound(after), bound(before)];
  return due !== undefined && (from === undefined || due >= from) && (to === undefined || due < to);
}

function matchesProgress(task: EventRecord, condition: TaskFilterCondition): boolean {
  const { progress, completedAfter, completedBefore } = condition;
  if (isSet(progress) && !progress.includes(progressOf(task))) return false;
  if (isSet(condition.isOver) && condition.isOver !== isOver(task as unknown as JSTask)) return false;
  if (!isSet(completedAfter) && !isSet(completedBefore)) return true;
  const { progressUpdated } = task as unknown as JSTask;
  const at = progressOf(task) === "completed" ? parseUtcDateTime(progressUpdated ?? "") : undefined;
  if (at === undefined) return false;
  const [from, to] = [completedAfter, completedBefore].map((text) => parseUtcDateTime(text ?? ""));
  return (from === undefined || at >= from) && (to === undefined || at < to);
}

/** Whether a task, or one occurrence of it, meets all parts of a condition. */
export function matchesTask(task: EventRecord, condition: TaskFilterCondition, zone: Zone): boolean {
  const {
    inTaskList: inCalendar,
    inTaskLists: inCalendars,
    text,
    title,
    description,
    location,
    uid,
  } = condition;
  const shared = { inCalendar, inCalendars, text, title, description, location, uid };
  const set = Object.fromEntries(Object.entries(shared).filter(([, value]) => isSet(value)));
  return (
    matchesProgress(task, condition) && matchesDue(task, condition, zone) && matchesCondition(task, set, zone)
  );
}
