import type { EventFilter } from "@snart/calendar/filter/event-filter.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../../app/changes.ts";
import type { Modseq, Principal } from "../../../app/types.ts";
import { accountMethod, type MethodContext, type MethodResult } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import { flag, queryArguments } from "../../standard/arguments.ts";
import { queryWindow } from "../../standard/query.ts";
import { stateOf } from "../../standard/state.ts";
import { CALENDARS, SNART } from "../../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";
import { parseEventFilter } from "./event-filter.ts";
import { zoneName } from "./event-get.ts";
import { eventSort, type EventOrder } from "./event-sort.ts";
import { nearestEvents, searchEvents, type EventSearch } from "./search-events.ts";
import { visibleCalendars } from "../visible-calendars.ts";

const schema = v.strictObject({
  ...queryArguments,
  expandRecurrences: flag(false),
  timeZone: v.nullish(zoneName),
});

/** CalendarEvent/query (JMAP Calendars). */
export const eventQuery = accountMethod(CALENDARS, schema, async (context, account, args) => {
  const { app, actor } = context;
  const zone = ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC;
  const filter = parseEventFilter(args.filter);
  if (!filter.ok) return filter;
  const isByNearness = args.sort?.[0]?.property === NEARNESS && context.using.has(SNART);
  const sort = eventSort(isByNearness ? [] : (args.sort ?? []), zone);
  if (!sort.ok) return sort;
  const expandIn = args.expandRecurrences
    ? expandWindow(filter.value, zone, app.limits.queryRangeDays)
    : ok(null);
  if (!expandIn.ok) return expandIn;
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  if (isByNearness) {
    const isAlone = args.sort?.length === 1 && args.sort[0]?.isAscending === true;
    if (args.expandRecurrences || !isAlone) return failed(unsortable);
    const isPlain = typeof args.anchor !== "string" && args.position >= 0 && !args.calculateTotal;
    const most = isPlain
      ? args.position + Math.min(args.limit ?? Infinity, app.limits.maxObjectsInGet)
      : Infinity;
    const search = { filter: filter.value, zone, expandIn: null };
    const nearest = await nearestEvents(context, account, search, most);
    return nearest.ok ? answerOf(context, account, state.value, nearest.value, args) : nearest;
  }
  const search = { filter: filter.value, zone, expandIn: expandIn.value };
  const ids = await sortedIds(context, account, { ...args, search, order: sort.value, modseq: state.value });
  return ids.ok ? answerOf(context, account, state.value, ids.value, args) : ids;
});

/** A checked query, at one state of the account. */
interface SortedSearch {
  readonly search: EventSearch;
  readonly order: EventOrder;
  readonly modseq: Modseq;
  /** As the client sent them: the same question has the same answer. */
  readonly filter?: JsonObject | null | undefined;
  readonly sort?: readonly object[] | null | undefined;
}

/** The ids of all matches, in order. */
export async function sortedIds(
  context: MethodContext,
  account: Principal,
  { search, order, modseq, filter, sort }: SortedSearch,
): Promise<Result<readonly string[], MethodError>> {
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const seen = calendars.value.map(({ record, grant }) => [record.id, grant.rights.mayReadItems]);
  const { principalId, scope } = context.actor;
  const isExpanded = search.expandIn !== null;
  const reader = [principalId, scope?.component];
  const question = JSON.stringify([reader, account.id, seen, filter, sort, search.zone.id, isExpanded]);
  const known = context.queries.get(question, modseq);
  if (known) return ok(known);
  const found = await searchEvents(context, account, search, (event) => order.keep(event));
  if (!found.ok) return found;
  const ids = order.sort(found.value);
  context.queries.set(question, modseq, ids);
  return ok(ids);
}

function answerOf(
  { app }: MethodContext,
  account: Principal,
  modseq: Modseq,
  ids: readonly string[],
  args: v.InferOutput<typeof schema>,
): MethodResult {
  const window = queryWindow(ids, args, app.limits.maxObjectsInGet);
  if (!window.ok) return window;
  const queryState = stateOf(modseq);
  const canCalculateChanges = !args.expandRecurrences && args.sort?.[0]?.property !== NEARNESS;
  return ok({ accountId: account.id, queryState, canCalculateChanges, ...window.value });
}

/** Snart's own order: nearest to now first. Running events, series included, come before everything else. */
const NEARNESS = "nearness";
const unsortable: MethodError = {
  type: "unsupportedSort",
  description: "nearness is an order by itself, ascending, of whole events",
};

/** Expanding needs both ends, in one plain condition, and not too far apart (CalendarEvent/query). */
function expandWindow(filter: EventFilter, zone: Zone, maxDays: number): Result<Window, MethodError> {
  const { after, before } = filter.kind === "condition" ? filter.condition : {};
  const from = typeof after === "string" ? parseLocalDateTime(after) : undefined;
  const to = typeof before === "string" ? parseLocalDateTime(before) : undefined;
  if (from === undefined || to === undefined) {
    return failed(invalidArguments("expandRecurrences needs a filter condition with after and before"));
  }
  if (to - from > maxDays * DAY)
    return failed({ type: "expandDurationTooLarge", code: "range-too-long", limitDays: maxDays });
  return ok({ from: zone.toInstant(from), to: zone.toInstant(to) });
}
