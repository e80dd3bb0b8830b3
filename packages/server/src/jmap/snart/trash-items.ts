import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { restoreCalendar } from "../../app/history/restore-calendar.ts";
import { destroyTrashed, trashItems, type TrashItem } from "../../app/history/trash.ts";
import { restoreEvents } from "../../app/write/restore-events.ts";
import type { Modseq, ObjectId, Principal } from "../../app/types.ts";
import { accountMethod, type MethodContext, type MethodResult } from "../method.ts";
import { accountErrorOf, setErrorOf } from "../problem.ts";
import { flag, getArguments, id, idList, queryArguments, setArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds, type JmapRecord } from "../standard/get.ts";
import { queryWindow } from "../standard/query.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { modseqOf, stateOf } from "../standard/state.ts";
import { SNART } from "../wire/capabilities.ts";
import type { MethodError, SetError } from "../wire/errors.ts";

const PROPERTIES = [
  "id",
  "kind",
  "title",
  "calendarId",
  "calendarName",
  "color",
  "count",
  "item",
  "deletedAt",
  "deletedBy",
  "via",
  "client",
  "expiresAt",
  "mayRestore",
  "mayDestroy",
] as const;

const KINDS = { VEVENT: "event", VTODO: "task", VJOURNAL: "journal", VAVAILABILITY: "availability" } as const;

function recordOf(trashed: TrashItem): JmapRecord {
  const { kind: _kind, deletedAt, expiresAt, deletedBy, via, client, ...rest } = trashed;
  const shared = {
    ...rest,
    deletedAt: formatUtcDateTime(deletedAt),
    expiresAt: formatUtcDateTime(expiresAt),
    deletedBy: { principalId: deletedBy.id, name: deletedBy.name },
    via: via ?? null,
    client: client ?? null,
  };
  if (trashed.kind === "calendar")
    return { ...shared, kind: "calendar", calendarId: null, calendarName: null, item: null };
  const { object, ...own } = { ...shared, object: trashed.object };
  const isItem = object.type === "VEVENT" || object.type === "VTODO";
  const item = isItem ? itemFromObject(object) : undefined;
  const read = item?.ok ? item.value : null;
  return { ...own, kind: KINDS[object.type], color: null, count: null, item: read };
}

/** The trash and the state it was read at; the state first, so that what changes in between is asked for again. */
async function readTrash(
  { app, actor }: MethodContext,
  account: Principal,
): Promise<Result<{ readonly state: Modseq; readonly items: readonly TrashItem[] }, MethodError>> {
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  const items = await trashItems(app, actor, account.id);
  if (!items.ok) return failed(accountErrorOf(items.problem));
  return ok({ state: state.value, items: items.value });
}

/** TrashItem/get: what was deleted, when and by whom, and until when it can be brought back. */
export const trashItemGet = accountMethod(
  SNART,
  v.strictObject(getArguments),
  async (context, account, args) => {
    const ids = requestedIds(args.ids, context.app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PROPERTIES);
    if (!properties.ok) return properties;
    const trash = await readTrash(context, account);
    if (!trash.ok) return trash;
    return ok(
      getAnswer({
        accountId: account.id,
        state: stateOf(trash.value.state),
        ids: ids.value,
        properties: properties.value,
        records: trash.value.items.map(recordOf),
      }),
    );
  },
);

const filterSchema = v.strictObject({ calendarId: v.nullish(id), title: v.nullish(v.string()) });

/** TrashItem/query: what was deleted last comes first. */
export const trashItemQuery = accountMethod(
  SNART,
  v.strictObject(queryArguments),
  async (context, account, args) => {
    const filter = v.safeParse(filterSchema, args.filter ?? {});
    if (!filter.success) return failed({ type: "unsupportedFilter", description: "calendarId and title" });
    const isPlain = (args.sort ?? []).every(
      ({ property, isAscending }) => property === "deletedAt" && !isAscending,
    );
    if (!isPlain) return failed({ type: "unsupportedSort", description: "deletedAt, descending" });
    const trash = await readTrash(context, account);
    if (!trash.ok) return trash;
    const { calendarId, title } = filter.output;
    const wanted = (title ?? "").toLocaleLowerCase("sv");
    const found = trash.value.items.filter(
      (one) =>
        (!calendarId || (one.kind === "object" && one.calendarId === calendarId)) &&
        one.title.toLocaleLowerCase("sv").includes(wanted),
    );
    const ids = found.map((one) => one.id as string);
    const window = queryWindow(ids, args, context.app.limits.maxObjectsInGet);
    if (!window.ok) return window;
    const queryState = stateOf(trash.value.state);
    return ok({ accountId: account.id, queryState, canCalculateChanges: false, ...window.value });
  },
);

/** TrashItem/set: `destroy` ends things for good. The server alone makes items, and nothing changes them. */
export const trashItemSet = accountMethod(
  SNART,
  v.strictObject(setArguments),
  async (context, account, args) => {
    const { app, actor } = context;
    const request = setRequest(context, args, app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const trash = await readTrash(context, account);
    if (!trash.ok) return trash;
    const { state, items } = trash.value;
    if (typeof args.ifInState === "string" && modseqOf(args.ifInState) !== state)
      return failed({ type: "stateMismatch" });
    const outcome = new SetOutcome();
    const forbidden: SetError = { type: "forbidden", description: "only the server makes these" };
    for (const creationId of request.value.create.keys()) outcome.notCreated.set(creationId, forbidden);
    for (const one of request.value.update().keys()) outcome.notUpdated.set(one, forbidden);
    const byId = new Map<string, TrashItem>(items.map((item) => [item.id, item]));
    for (const one of request.value.destroy()) {
      const item = byId.get(one);
      const done = item && (await destroyTrashed(app, actor, item, account.id));
      if (done?.ok) outcome.destroyed.push(one);
      else outcome.notDestroyed.set(one, done ? setErrorOf(done.problem) : { type: "notFound" });
    }
    const after = await accountState(app, actor, account.id);
    return ok(outcome.answer(account.id, stateOf(state), stateOf(after.ok ? after.value : state)));
  },
);

/** TrashItem/restore: brings things back as they were, under their ids; a calendar with all that went with it. */
export const trashItemRestore = accountMethod(
  SNART,
  v.strictObject({ accountId: id, ids: idList, sendSchedulingMessages: flag(false) }),
  async (context, account, args) => {
    const limit = context.app.limits.maxObjectsInSet;
    if (args.ids.length > limit)
      return failed({ type: "requestTooLarge", description: `maxObjectsInSet is ${limit}`, limit });
    const trash = await readTrash(context, account);
    if (!trash.ok) return trash;
    return restoreAll(context, account, trash.value.items, args);
  },
);

async function restoreAll(
  { app, actor }: MethodContext,
  account: Principal,
  items: readonly TrashItem[],
  {
    ids,
    sendSchedulingMessages,
  }: { readonly ids: readonly string[]; readonly sendSchedulingMessages: boolean },
): Promise<MethodResult> {
  const byId = new Map<string, TrashItem>(items.map((item) => [item.id, item]));
  const restored: string[] = [];
  const notRestored: Record<string, SetError> = {};
  const objects: ObjectId[] = [];
  for (const one of new Set(ids)) {
    const item = byId.get(one);
    if (!item) notRestored[one] = { type: "notFound" };
    else if (item.kind === "object") objects.push(item.id);
    else {
      const done = await restoreCalendar(app, actor, account.id, item.id, { sendSchedulingMessages });
      if (!done.ok) notRestored[one] = setErrorOf(done.problem);
      else restored.push(one);
      for (const [object, problem] of done.ok ? done.value.notRestored : [])
        notRestored[object] = setErrorOf(problem);
    }
  }
  const done = await restoreEvents(app, actor, account.id, objects, { sendSchedulingMessages });
  if (!done.ok) return failed(accountErrorOf(done.problem));
  for (const [one, problem] of done.value.notRestored) notRestored[one] = setErrorOf(problem);
  return ok({ accountId: account.id, restored: [...restored, ...done.value.restored], notRestored });
}
