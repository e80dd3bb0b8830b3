import { OWNER_RIGHTS } from "@snart/calendar/access/rights.ts";
import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import type { TaskListRecord } from "@snart/calendar/jmap/task-list.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { objectHeads } from "../../app/objects/get-objects.ts";
import type { CalendarId, Principal } from "../../app/types.ts";
import { calendarChanges, change, createWhole, destroy } from "../calendars/calendars.ts";
import { visibleCalendars, type VisibleCalendar } from "../calendars/visible-calendars.ts";
import type { MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { flag } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND } from "../standard/set-method.ts";
import { named } from "../standard/source.ts";
import { modseqState } from "../standard/state.ts";
import { TASKS } from "../wire/capabilities.ts";
import type { MethodError, SetError } from "../wire/errors.ts";

/** The progresses of RFC 8984 §5.2.5: what VTODO has a STATUS for, and `failed`. */
const STATUSES = ["needs-action", "in-process", "completed", "failed", "cancelled"];

/** The list of a calendar, without what only a Calendar has. */
function asList<R extends Partial<CalendarRecord>>(record: R) {
  const {
    isDefault: _default,
    includeInAvailability: _availability,
    isMuted: _muted,
    "snart:itemTypes": _types,
    "snart:isOfBookable": _isOfBookable,
    ...shared
  } = record;
  return shared;
}

function taskList({ grant, record }: VisibleCalendar, isInbox: boolean): TaskListRecord {
  const list = asList(record);
  return { ...list, myRights: grant.rights, role: isInbox ? "inbox" : null, workflowStatuses: STATUSES };
}

/** The task lists of an account: the calendars for tasks; the first of the owner's own gets new tasks. */
async function listsOf(
  context: MethodContext,
  account: Principal,
): Promise<Result<readonly TaskListRecord[], MethodError>> {
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const lists = calendars.value.filter(
    ({ grant }) => grant.rights.mayReadItems && grant.calendar.components.includes("VTODO"),
  );
  const own = lists.filter(({ grant }) => grant.isOwner);
  const inbox = own.find(({ record }) => record.isDefault) ?? own[0];
  return ok(lists.map((list) => taskList(list, list === inbox)));
}

const HOLDS_EVENTS: SetError = {
  type: "forbidden",
  description: "it holds events too; destroy it as a Calendar",
};

async function holdsEvents({ app, actor }: MethodContext, id: string): Promise<boolean> {
  const heads = await objectHeads(app, actor, id as CalendarId);
  return heads.ok && heads.value.some(({ component }) => component !== "VTODO");
}

/** TaskList (JMAP Tasks). A list that also has events is not destroyed as a task list. */
export const taskLists = recordType({
  name: "TaskList",
  capability: TASKS,
  properties: named<TaskListRecord>(
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
  ),
  async read(context, account) {
    const state = await modseqState(context, account);
    if (!state.ok) return state;
    const lists = await listsOf(context, account);
    return lists.ok ? ok({ state: state.value, items: lists.value }) : lists;
  },
  state: modseqState,
  // A client that requests one without tasks does not find it.
  changes: calendarChanges,
  set: {
    arguments: { onDestroyRemoveTasks: flag(false) },
    async create(call, given) {
      const created = await createWhole(call, given, ["VTODO"]);
      if (!created.ok) return created;
      const list = asList(created.value);
      const ofList = { role: null, workflowStatuses: STATUSES, myRights: OWNER_RIGHTS };
      return ok({ ...list, ...ofList, id: created.value.id });
    },
    update: async (call, id, patch) => (call.known.has(id) ? change(call, id, patch) : NOT_FOUND),
    async destroy(call, id) {
      if (!call.known.has(id)) return NOT_FOUND;
      if (await holdsEvents(call, id)) return failed(HOLDS_EVENTS);
      const done = await destroy(call, id, call.args.onDestroyRemoveTasks);
      if (done.ok || "type" in done.problem || done.problem.code !== "calendar-has-events") return done;
      return failed<SetError>({ ...setErrorOf(done.problem), type: "taskListHasTask" });
    },
  },
});
