import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { objectHeads } from "../../app/objects/get-objects.ts";
import { calendarListChanges } from "../../app/objects/seen-changes.ts";
import type { CalendarId, Principal } from "../../app/types.ts";
import { setCalendars } from "../calendars/calendar-set.ts";
import { visibleCalendars, type VisibleCalendar } from "../calendars/visible-calendars.ts";
import { accountMethod, type Answer, type MethodContext } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import { flag, getArguments, setArguments } from "../standard/arguments.ts";
import { changesMethod } from "../standard/changes.ts";
import { checkProperties, getAnswer, requestedIds, type JmapRecord } from "../standard/get.ts";
import { stateOf } from "../standard/state.ts";
import { TASKS } from "../wire/capabilities.ts";
import type { MethodError, SetError } from "../wire/errors.ts";

/** A TaskList: a calendar that may hold tasks, whether or not it holds events as well. */
interface TaskListRecord extends JmapRecord {
  readonly role: "inbox" | null;
}

const PROPERTIES = [
  "id",
  "role",
  "name",
  "description",
  "color",
  "sortOrder",
  "isSubscribed",
  "isVisible",
  "timeZone",
  "workflowStatuses",
  "defaultAlertsWithTime",
  "defaultAlertsWithoutTime",
  "shareWith",
  "myRights",
] as const;

/** The progresses of RFC 8984 §5.2.5: what VTODO has a STATUS for, and `failed`. */
const STATUSES = ["needs-action", "in-process", "completed", "failed", "cancelled"];

function taskList({ record }: VisibleCalendar, isInbox: boolean): TaskListRecord {
  const { isDefault: _default, includeInAvailability: _availability, ...shared } = record;
  return { ...shared, role: isInbox ? "inbox" : null, workflowStatuses: STATUSES };
}

/** The task lists of an account: the calendars that hold tasks; the first of the owner's own is where new tasks go. */
async function taskLists(
  context: MethodContext,
  account: Principal,
): Promise<Result<readonly TaskListRecord[], MethodError>> {
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const lists = calendars.value.filter(({ grant }) => grant.calendar.components.includes("VTODO"));
  const own = lists.filter(({ grant }) => grant.isOwner);
  const inbox = own.find(({ record }) => record.isDefault) ?? own[0];
  return ok(lists.map((list) => taskList(list, list === inbox)));
}

/** TaskList/get (JMAP Tasks). */
export const taskListGet = accountMethod(
  TASKS,
  v.strictObject(getArguments),
  async (context, account, args) => {
    const { app, actor } = context;
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PROPERTIES);
    if (!properties.ok) return properties;
    const state = await accountState(app, actor, account.id);
    if (!state.ok) return failed(accountErrorOf(state.problem));
    const lists = await taskLists(context, account);
    if (!lists.ok) return lists;
    return ok(
      getAnswer({
        accountId: account.id,
        state: stateOf(state.value),
        ids: ids.value,
        properties: properties.value,
        records: lists.value,
      }),
    );
  },
);

/** TaskList/changes (JMAP Tasks): that of the calendars; who asks for one that holds no tasks does not find it. */
export const taskListChanges = changesMethod(TASKS, ({ app, actor }, account, since, limit) =>
  calendarListChanges(app, actor, account.id, since, limit),
);

const calendars = setCalendars(TASKS, ["VTODO"]);

/** TaskList/set (JMAP Tasks). What holds events as well is not destroyed as a task list while there are some. */
export const taskListSet = accountMethod(
  TASKS,
  v.strictObject({ ...setArguments, onDestroyRemoveTasks: flag(false) }),
  async (context, account, { onDestroyRemoveTasks, ...args }) => {
    const lists = await taskLists(context, account);
    if (!lists.ok) return lists;
    const known = new Set(lists.value.map(({ id }) => id));
    const isKnown = (id: string): boolean => known.has(id) || id.startsWith("#");
    const notUpdated: Record<string, SetError> = {};
    const notDestroyed: Record<string, SetError> = {};
    for (const id of Object.keys(args.update ?? {})) if (!isKnown(id)) notUpdated[id] = { type: "notFound" };
    for (const id of args.destroy ?? [])
      if (!isKnown(id)) notDestroyed[id] = { type: "notFound" };
      else if (await holdsEvents(context, id)) notDestroyed[id] = HOLDS_EVENTS;
    const update = Object.entries(args.update ?? {}).filter(([id]) => notUpdated[id] === undefined);
    const done = await calendars.call(context, {
      accountId: account.id,
      ifInState: args.ifInState ?? null,
      create: args.create ?? null,
      update: Object.fromEntries(update),
      destroy: (args.destroy ?? []).filter((id) => notDestroyed[id] === undefined),
      onDestroyRemoveEvents: onDestroyRemoveTasks,
    });
    if (!done.ok) return done;
    const { created } = done.value;
    return ok({
      ...done.value,
      created: created === null ? null : withoutCalendarNames(created as Readonly<Record<string, Answer>>),
      notUpdated: together(done.value["notUpdated"], notUpdated),
      notDestroyed: together(done.value["notDestroyed"], notDestroyed),
    });
  },
);

const HOLDS_EVENTS: SetError = {
  type: "forbidden",
  description: "it holds events too; destroy it as a Calendar",
};

async function holdsEvents({ app, actor }: MethodContext, id: string): Promise<boolean> {
  const heads = await objectHeads(app, actor, id as CalendarId);
  return heads.ok && heads.value.some(({ component }) => component !== "VTODO");
}

const withoutCalendarNames = (created: Readonly<Record<string, Answer>>): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.entries(created).map(([creationId, record]) => {
      const { isDefault: _default, includeInAvailability: _availability, ...list } = record;
      return [creationId, { ...list, role: null, workflowStatuses: STATUSES }];
    }),
  );

function together(found: unknown, own: Readonly<Record<string, SetError>>): object | null {
  const told = Object.entries((found as Readonly<Record<string, SetError>> | null) ?? {}).map(
    ([id, error]): [string, SetError] => [
      id,
      error.type === "calendarHasEvent" ? { ...error, type: "taskListHasTask" } : error,
    ],
  );
  const all = { ...Object.fromEntries(told), ...own };
  return Object.keys(all).length > 0 ? all : null;
}
