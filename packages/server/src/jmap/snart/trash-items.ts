import type { TrashItemRecord } from "@snart/calendar/jmap/history.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { restoreCalendar } from "../../app/history/restore-calendar.ts";
import { destroyTrashed, trashItems, type TrashItem } from "../../app/history/trash.ts";
import { restoreEvents } from "../../app/write/restore-events.ts";
import type { ObjectId, Principal } from "../../app/types.ts";
import { accountMethod, type MethodContext, type MethodResult } from "../method.ts";
import { accountErrorOf, setErrorOf } from "../problem.ts";
import { flag, id, idList } from "../standard/arguments.ts";
import { MADE_BY_SERVER } from "../standard/notification-type.ts";
import type { Search } from "../standard/query.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND } from "../standard/set-method.ts";
import type { PropertiesOf } from "../standard/source.ts";
import { modseqState } from "../standard/state.ts";
import { SNART } from "../wire/capabilities.ts";
import type { MethodError, SetError } from "../wire/errors.ts";

const KINDS = { VEVENT: "event", VTODO: "task", VJOURNAL: "journal", VAVAILABILITY: "availability" } as const;

const properties: PropertiesOf<TrashItem, TrashItemRecord> = {
  id: (item) => item.id,
  title: ({ title }) => title,
  deletedAt: ({ deletedAt }) => formatUtcDateTime(deletedAt),
  deletedBy: ({ deletedBy }) => ({ principalId: deletedBy.id, name: deletedBy.name }),
  via: ({ via }) => via ?? null,
  client: ({ client }) => client ?? null,
  expiresAt: ({ expiresAt }) => formatUtcDateTime(expiresAt),
  mayRestore: ({ mayRestore }) => mayRestore,
  mayDestroy: ({ mayDestroy }) => mayDestroy,
  kind: (item) => (item.kind === "calendar" ? "calendar" : KINDS[item.object.type]),
  calendarId: (item) => (item.kind === "calendar" ? null : item.calendarId),
  calendarName: (item) => (item.kind === "calendar" ? null : item.calendarName),
  color: (item) => (item.kind === "calendar" ? item.color : null),
  count: (item) => (item.kind === "calendar" ? item.count : null),
  item(item) {
    const isShown = item.kind === "object" && (item.object.type === "VEVENT" || item.object.type === "VTODO");
    const read = isShown ? itemFromObject(item.object) : undefined;
    return read?.ok ? read.value : null;
  },
};

/** TrashItem/restore: restores things under their ids; a calendar with all its objects. */
const restore = accountMethod(
  SNART,
  v.strictObject({ accountId: id, ids: idList, sendSchedulingMessages: flag(false) }),
  async (context, account, args) => {
    const limit = context.app.limits.maxObjectsInSet;
    if (args.ids.length > limit)
      return failed({ type: "requestTooLarge", description: `maxObjectsInSet is ${limit}`, limit });
    const items = await trashItems(context.app, context.actor, account.id);
    return items.ok ? restoreAll(context, account, items.value, args) : failed(accountErrorOf(items.problem));
  },
);

/** The state first: changes in between are then requested again. */
async function read(
  context: MethodContext,
  account: Principal,
): Promise<Result<{ readonly state: string; readonly items: readonly TrashItem[] }, MethodError>> {
  const state = await modseqState(context, account);
  if (!state.ok) return state;
  const items = await trashItems(context.app, context.actor, account.id);
  return items.ok ? ok({ state: state.value, items: items.value }) : failed(accountErrorOf(items.problem));
}

/** The last deleted item comes first. */
async function search(context: MethodContext, account: Principal, { filter, sort }: Search) {
  const parsed = v.safeParse(filterSchema, filter);
  if (!parsed.success)
    return failed({ type: "unsupportedFilter", description: "calendarId and title" } as const);
  if (!sort.every(({ property, isAscending }) => property === "deletedAt" && !isAscending))
    return failed({ type: "unsupportedSort", description: "deletedAt, descending" } as const);
  const trash = await read(context, account);
  if (!trash.ok) return trash;
  const { calendarId, title } = parsed.output;
  const wanted = (title ?? "").toLocaleLowerCase("sv");
  const found = trash.value.items.filter(
    (one) =>
      (!calendarId || (one.kind === "object" && one.calendarId === calendarId)) &&
      one.title.toLocaleLowerCase("sv").includes(wanted),
  );
  return ok({ state: trash.value.state, ids: found.map((one) => one.id as string) });
}

const filterSchema = v.strictObject({ calendarId: v.nullish(id), title: v.nullish(v.string()) });

/**
 * TrashItem (urn:snart:jmap): deleted things, when and by whom, and until when they can be restored. Only the server
 * creates items, and nothing changes them; `destroy` is permanent.
 */
export const trash = recordType({
  name: "TrashItem",
  capability: SNART,
  properties,
  read,
  state: modseqState,
  query: { search },
  set: {
    create: MADE_BY_SERVER,
    update: MADE_BY_SERVER,
    destroyReserve: "whole",
    async destroy({ app, actor, account, known }, itemId) {
      const item = known.get(itemId);
      return item ? destroyTrashed(app, actor, item, account.id) : NOT_FOUND;
    },
  },
  methods: { restore },
});

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
  const notScheduled: ObjectId[] = [];
  const objects: ObjectId[] = [];
  for (const one of new Set(ids)) {
    const item = byId.get(one);
    if (!item) notRestored[one] = { type: "notFound" };
    else if (item.kind === "object") objects.push(item.id);
    else {
      const done = await restoreCalendar(app, actor, account.id, item.id, { sendSchedulingMessages });
      if (!done.ok) notRestored[one] = setErrorOf(done.problem);
      else {
        restored.push(one);
        notScheduled.push(...done.value.apart);
      }
      for (const [object, problem] of done.ok ? done.value.notRestored : [])
        notRestored[object] = setErrorOf(problem);
    }
  }
  const done = await restoreEvents(app, actor, account.id, objects, { sendSchedulingMessages });
  if (!done.ok) return failed(accountErrorOf(done.problem));
  for (const [one, problem] of done.value.notRestored) notRestored[one] = setErrorOf(problem);
  return ok({
    accountId: account.id,
    restored: [...restored, ...done.value.restored],
    notScheduled: [...notScheduled, ...done.value.apart],
    notRestored,
  });
}
