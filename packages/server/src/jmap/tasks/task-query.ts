import { matchesFilter } from "@snart/calendar/filter/filter-tree.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { findObjectPages } from "../../app/objects/get-objects.ts";
import type { Problem } from "../../app/problems.ts";
import type { Principal, StoredObject } from "../../app/types.ts";
import { zoneName } from "../calendars/events/event-get.ts";
import type { EventRecord } from "../context/event-record.ts";
import { visibleCalendars } from "../calendars/visible-calendars.ts";
import { accountMethod, type MethodContext } from "../method.ts";
import { accountErrorOf, methodErrorOf } from "../problem.ts";
import { flag, queryArguments } from "../standard/arguments.ts";
import { queryWindow } from "../standard/query.ts";
import { stateOf } from "../standard/state.ts";
import { TASKS } from "../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";
import { matchesTask, parseTaskFilter, type TaskFilter } from "./task-filter.ts";
import { nextOpen, occurrencesIn } from "./task-occurrences.ts";
import { taskSort } from "./task-sort.ts";

/** How a query of tasks returns series. */
export const expansion = {
  expandRecurrences: flag(false),
  /** Snart's own: a series is returned as its next open occurrence. */
  nextOpenOnly: flag(false),
  timeZone: v.nullish(zoneName),
};

/** How series are returned: whole, as the next occurrence, or as their occurrences in a window. */
type Series = "whole" | "next" | Window;

interface TaskSearch {
  readonly filter: TaskFilter;
  readonly zone: Zone;
  readonly series: Series;
}

/** Task/query (JMAP Tasks). */
export const taskQuery = accountMethod(
  TASKS,
  v.strictObject({ ...queryArguments, ...expansion }),
  async (context, account, args) => {
    const { app, actor } = context;
    const zone = ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC;
    const filter = parseTaskFilter(args.filter);
    if (!filter.ok) return filter;
    const sort = taskSort(args.sort ?? [], zone);
    if (!sort.ok) return sort;
    if (args.expandRecurrences && args.nextOpenOnly)
      return failed(invalidArguments("expandRecurrences or nextOpenOnly, not both"));
    const window = args.expandRecurrences
      ? windowOf(filter.value, zone, app.limits.queryRangeDays)
      : ok(undefined);
    if (!window.ok) return window;
    const state = await accountState(app, actor, account.id);
    if (!state.ok) return failed(accountErrorOf(state.problem));
    const series = window.value ?? (args.nextOpenOnly ? "next" : "whole");
    const ids = await sortedTaskIds(context, account, { filter: filter.value, zone, series }, sort.value);
    if (!ids.ok) return ids;
    const part = queryWindow(ids.value, args, app.limits.maxObjectsInGet);
    if (!part.ok) return part;
    const queryState = stateOf(state.value);
    // The change log does not record a series' next occurrence.
    const canCalculateChanges = series === "whole";
    return ok({ accountId: account.id, queryState, canCalculateChanges, ...part.value });
  },
);

/** Expanding needs both ends, in one plain condition, and not too far apart. */
function windowOf(filter: TaskFilter, zone: Zone, maxDays: number): Result<Window, MethodError> {
  const { after, before } = filter.kind === "condition" ? filter.condition : {};
  const [from, to] = [after, before].map((text) => parseLocalDateTime(text ?? ""));
  if (from === undefined || to === undefined)
    return failed(invalidArguments("expandRecurrences needs a filter condition with after and before"));
  if (to - from > maxDays * DAY)
    return failed({ type: "expandDurationTooLarge", code: "range-too-long", limitDays: maxDays });
  return ok({ from: zone.toInstant(from), to: zone.toInstant(to) });
}

/** The ids of all matches, in order. */
export async function sortedTaskIds(
  context: MethodContext,
  account: Principal,
  search: TaskSearch,
  order: (tasks: readonly EventRecord[]) => EventRecord[],
): Promise<Result<string[], MethodError>> {
  const found = await searchTasks(context, account, search);
  return found.ok ? ok(order(found.value).map(({ id }) => id)) : found;
}

/** Every matching task of the account, or occurrence of one. */
async function searchTasks(
  context: MethodContext,
  account: Principal,
  search: TaskSearch,
): Promise<Result<EventRecord[], MethodError>> {
  const { app, actor, parsed, report } = context;
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const readable = calendars.value.filter(({ grant }) => grant.rights.mayReadItems);
  const calendarIds = readable.map(({ grant }) => grant.calendar.id);
  const turn = app.turns.of(actor.principalId);
  const found: EventRecord[] = [];
  let left = app.limits.occurrencesPerQuery;
  for await (const object of eachObject(findObjectPages(app, actor, { calendarIds, component: "VTODO" }))) {
    if (!object.ok) return failed(methodErrorOf(object.problem));
    if (turn.isDue()) await turn.next();
    let task: EventRecord;
    try {
      task = parsed.record(object.value, account);
    } catch (error) {
      report(error);
      continue;
    }
    const instances = instancesOf(context, task, search, context.app.limits.occurrencesPerQuery);
    if (instances.length > left) return failed({ type: "cannotCalculateOccurrences" });
    if (typeof search.series === "object") left -= instances.length;
    const matching = instances.filter((one) =>
      matchesFilter(search.filter, (condition) => matchesTask(one, condition, search.zone)),
    );
    found.push(...matching);
  }
  return ok(found);
}

async function* eachObject(
  pages: ReturnType<typeof findObjectPages>,
): AsyncGenerator<Result<StoredObject, Problem>> {
  for await (const page of pages) {
    if (!page.ok) yield page;
    else for (const stored of page.value) yield ok(stored);
  }
}

/** How far ahead the next occurrence of a series is searched. */
const AHEAD = 10 * 366 * DAY;

function instancesOf(
  { app }: MethodContext,
  task: EventRecord,
  { series, zone }: TaskSearch,
  most: number,
): readonly EventRecord[] {
  if (series === "whole") return [task];
  // One with too many occurrences of its own stands for itself, as a whole: it must not fail the others.
  if (series !== "next") return occurrencesIn(task, aroundDue(task, series), zone, most) ?? [task];
  const next = nextOpen(task, app.now() + AHEAD, zone, app.limits.occurrencesPerQuery);
  return next ? [next] : [];
}

/** Series are expanded by their starts; a task that is due in the window may have begun long before. */
function aroundDue(task: EventRecord, { from, to }: Window): Window {
  const { start, due } = task as unknown as { readonly start?: string; readonly due?: string };
  const [begins, ends] = [start, due].map((text) => parseLocalDateTime(text ?? ""));
  const length = begins === undefined || ends === undefined ? 0 : Math.max(0, ends - begins);
  return { from: from - length - DAY, to: to + DAY };
}
