import { parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../../app/changes.ts";
import { objectHeads } from "../../../app/objects/get-objects.ts";
import { profile } from "../../../app/accounts/profile.ts";
import type { Principal } from "../../../app/types.ts";
import { accountMethod, type Answer, type Method, type MethodContext } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import { flag, getArguments } from "../../standard/arguments.ts";
import { requestedIds, tooManyInGet } from "../../standard/get.ts";
import { stateOf } from "../../standard/state.ts";
import { invalidArguments, type MethodError } from "../../wire/errors.ts";
import { addressOf } from "../../context/event-record.ts";
import { viewOf, type EventView } from "./event-view.ts";
import { findEvents, type FoundEvent } from "./find-events.ts";
import { EVENTS, type ItemKind } from "./item-kind.ts";
import { hasOccurrence, occurrenceRecord } from "./occurrence.ts";
import { eventReference, type EventReference } from "./synthetic-id.ts";
import { visibleCalendars } from "../visible-calendars.ts";

const utc = v.nullish(
  v.pipe(
    v.string(),
    v.check((text) => parseUtcDateTime(text) !== undefined, "must be a UTCDateTime"),
  ),
);
export const zoneName = v.pipe(
  v.string(),
  v.check((name) => ianaZone(name) !== undefined, "must be a time zone of the IANA database"),
);

const schema = v.strictObject({
  ...getArguments,
  recurrenceOverridesBefore: utc,
  recurrenceOverridesAfter: utc,
  reduceParticipants: flag(false),
  timeZone: v.nullish(zoneName),
});
type Arguments = v.InferOutput<typeof schema>;

/** CalendarEvent/get (JMAP Calendars). */
export const eventGet = itemGet(EVENTS);

/** The /get of events or tasks. */
export function itemGet(kind: ItemKind): Method {
  return accountMethod(kind.capability, schema, async (context, account, args) => {
    const { app, actor } = context;
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const view = await viewFor(context, args);
    if (!view.ok) return view;
    // The state first: changes in between are then requested again, and never missed.
    const state = await accountState(app, actor, account.id);
    if (!state.ok) return failed(accountErrorOf(state.problem));
    const found =
      ids.value === null
        ? await everything(context, account, kind)
        : await named(context, account, ids.value, kind);
    if (!found.ok) return found;
    return ok({
      accountId: account.id,
      state: stateOf(state.value),
      list: found.value.list.map(({ record, grant }): Answer => viewOf(record, grant, view.value)),
      notFound: found.value.notFound,
    });
  });
}

async function viewFor(context: MethodContext, args: Arguments): Promise<Result<EventView, MethodError>> {
  const properties = args.properties ?? null;
  const asksUtc = properties?.some((name) => name === "utcStart" || name === "utcEnd") === true;
  if (asksUtc && properties?.includes("recurrenceOverrides")) {
    return failed(
      invalidArguments("utcStart and utcEnd cannot be asked for together with recurrenceOverrides"),
    );
  }
  const me = await profile(context.app, context.actor);
  return ok({
    properties,
    overridesFrom: instant(args.recurrenceOverridesAfter),
    overridesBefore: instant(args.recurrenceOverridesBefore),
    reduceParticipants: args.reduceParticipants,
    zone: ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC,
    address: me.ok ? addressOf(me.value) : undefined,
  });
}

const instant = (text: string | null | undefined): number | null =>
  typeof text === "string" ? (parseUtcDateTime(text) ?? null) : null;

interface Found {
  readonly list: readonly FoundEvent[];
  readonly notFound: readonly string[];
}

/** All events, unless they exceed the limit; they are counted before any is read. */
async function everything(
  context: MethodContext,
  account: Principal,
  kind: ItemKind,
): Promise<Result<Found, MethodError>> {
  const { app, actor } = context;
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  let count = 0;
  for (const { grant } of calendars.value) {
    const heads = await objectHeads(app, actor, grant.calendar.id);
    count += heads.ok ? heads.value.filter(({ component }) => component === kind.component).length : 0;
    if (count > app.limits.maxObjectsInGet) return failed(tooManyInGet(app.limits.maxObjectsInGet));
  }
  const events = await findEvents(context, account, null, kind);
  return events.ok ? ok({ list: [...events.value.values()], notFound: [] }) : events;
}

async function named(
  context: MethodContext,
  account: Principal,
  ids: readonly string[],
  kind: ItemKind,
): Promise<Result<Found, MethodError>> {
  const references = ids.map(eventReference);
  const baseIds = new Set(references.flatMap((reference) => (reference ? [reference.baseId] : [])));
  const events = await findEvents(context, account, [...baseIds], kind);
  if (!events.ok) return events;
  const list: FoundEvent[] = [];
  const notFound: string[] = [];
  for (const [at, reference] of references.entries()) {
    const found = reference && resolve(events.value.get(reference.baseId), reference);
    if (found) list.push(found);
    else notFound.push(ids[at] ?? "");
  }
  return ok({ list, notFound });
}

function resolve(
  found: FoundEvent | undefined,
  { id, recurrenceId }: EventReference,
): FoundEvent | undefined {
  if (!found || recurrenceId === undefined) return found;
  if (!hasOccurrence(found.record, recurrenceId)) return undefined;
  return { ...found, record: occurrenceRecord(found.record, recurrenceId, id) };
}
