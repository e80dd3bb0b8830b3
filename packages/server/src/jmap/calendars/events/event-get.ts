import { parseLocalDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../../app/changes.ts";
import { objectHeadPages } from "../../../app/objects/get-objects.ts";
import type { ObjectId, Principal } from "../../../app/types.ts";
import { accountMethod, type Answer, type Method, type MethodContext } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import { flag, getArguments } from "../../standard/arguments.ts";
import { answerTooLarge, requestedIds, tooManyInGet } from "../../standard/get.ts";
import { stateOf } from "../../standard/state.ts";
import { invalidArguments, type MethodError } from "../../wire/errors.ts";
import { ownAddresses } from "../../context/own-addresses.ts";
import { viewOf, type EventView } from "./event-view.ts";
import { eachEvent, type FoundEvent } from "./find-events.ts";
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
    const list = new ViewList(context, view.value);
    const found =
      ids.value === null
        ? await everything(context, account, kind, list)
        : await named(context, account, ids.value, { kind, list });
    return found.ok ? ok({ accountId: account.id, state: stateOf(state.value), ...found.value }) : found;
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
  return ok({
    properties,
    overridesFrom: instant(args.recurrenceOverridesAfter),
    overridesBefore: instant(args.recurrenceOverridesBefore),
    reduceParticipants: args.reduceParticipants,
    zone: ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC,
    isMe: await ownAddresses(context),
  });
}

const instant = (text: string | null | undefined): number | null =>
  typeof text === "string" ? (parseUtcDateTime(text) ?? null) : null;

interface Found {
  readonly list: readonly Answer[];
  readonly notFound: readonly string[];
}

/** The events of an answer, each as it is asked for: whole ones are not kept. */
class ViewList {
  readonly #context: MethodContext;
  readonly #view: EventView;

  constructor(context: MethodContext, view: EventView) {
    this.#context = context;
    this.#view = view;
  }

  get tellsWarnings(): boolean {
    const { properties } = this.#view;
    return properties === null || properties.includes("snart:warnings");
  }

  /** @returns `requestTooLarge` if the answer would be more than one may hold */
  take({ record, grant, isOthers, warnings }: FoundEvent): Result<Answer, MethodError> {
    const told = this.tellsWarnings ? warnings() : [];
    const view = viewOf(
      {
        ...record,
        ...(isOthers && { "snart:isOthers": true }),
        ...(told.length > 0 && { "snart:warnings": told }),
      },
      grant,
      this.#view,
    );
    return answerTooLarge(this.#context, view) ?? ok(view);
  }
}

/** All events, unless they exceed the limit; they are counted before any is read. */
async function everything(
  context: MethodContext,
  account: Principal,
  kind: ItemKind,
  views: ViewList,
): Promise<Result<Found, MethodError>> {
  const { app, actor } = context;
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  let count = 0;
  for (const { grant } of calendars.value)
    for await (const heads of objectHeadPages(app, actor, grant.calendar.id)) {
      count += heads.ok ? heads.value.filter(({ component }) => component === kind.component).length : 0;
      if (count > app.limits.maxObjectsInGet) return failed(tooManyInGet(app.limits.maxObjectsInGet));
    }
  const list: Answer[] = [];
  for await (const found of eachEvent(context, account, null, kind)) {
    const view = found.ok ? views.take(found.value) : found;
    if (!view.ok) return view;
    list.push(view.value);
  }
  return ok({ list, notFound: [] });
}

interface Asked {
  readonly kind: ItemKind;
  readonly list: ViewList;
}

/** In the order of the ids. */
async function named(
  context: MethodContext,
  account: Principal,
  ids: readonly string[],
  { kind, list: views }: Asked,
): Promise<Result<Found, MethodError>> {
  const asked = ids.flatMap((id) => eventReference(id) ?? []);
  const references = Map.groupBy(asked, ({ baseId }) => baseId);
  const found = new Map<string, Answer>();
  const turn = context.app.turns.of(context.actor.principalId);
  // They are neither given nor said to be gone: a client would forget what it has of them.
  const lost = new Set<string>();
  const options = {
    onLost: (id: ObjectId): void => void lost.add(id),
    windowsOf: (id: ObjectId) => (views.tellsWarnings ? [] : windowsOf(references.get(id) ?? [])),
  };
  for await (const event of eachEvent(context, account, [...references.keys()], kind, options)) {
    if (!event.ok) return event;
    for (const reference of references.get(event.value.record.id as ObjectId) ?? []) {
      if (turn.isDue()) await turn.next();
      const one = resolve(event.value, reference);
      const view = one && views.take(one);
      if (view?.ok === false) return view;
      if (view) found.set(reference.id, view.value);
    }
  }
  return ok({
    list: ids.map((id) => found.get(id)).filter((view) => view !== undefined),
    notFound: ids.filter((id) => !found.has(id) && !lost.has(eventReference(id)?.baseId ?? "")),
  });
}

function resolve(found: FoundEvent, { id, recurrenceId }: EventReference): FoundEvent | undefined {
  if (recurrenceId === undefined) return found;
  if (!hasOccurrence(found.record, recurrenceId)) return undefined;
  return { ...found, record: occurrenceRecord(found.record, recurrenceId, id) };
}

/** Occurrences further apart than this are looked for by themselves, as one may have moved from far away. */
const APART = 30 * DAY;
const MOST_WINDOWS = 10;

/** Around these occurrences of one event; none if the event itself is asked for. */
function windowsOf(references: readonly EventReference[]): readonly Window[] {
  const times = references.map(({ recurrenceId }) =>
    recurrenceId === undefined ? undefined : parseLocalDateTime(recurrenceId),
  );
  const known = times.filter((time) => time !== undefined).toSorted((a, b) => a - b);
  if (known.length < references.length) return [];
  const windows: { readonly from: number; to: number }[] = [];
  for (const time of known) {
    const last = windows.at(-1);
    if (last && (time - last.to < APART || windows.length === MOST_WINDOWS)) last.to = time;
    else windows.push({ from: time, to: time });
  }
  return windows;
}
