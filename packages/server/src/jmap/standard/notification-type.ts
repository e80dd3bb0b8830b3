import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  dismissNotifications,
  listNotifications,
  notificationChanges,
} from "../../app/notices/notifications.ts";
import type { Notification, NotificationType, Principal } from "../../app/types.ts";
import type { Method, MethodContext } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import type { Capability } from "../wire/capabilities.ts";
import type { MethodError, SetError } from "../wire/errors.ts";
import { utcDate } from "./arguments.ts";
import type { ReadChanges } from "./changes.ts";
import { readCondition, type Search } from "./query.ts";
import { recordType } from "./record-type.ts";
import type { SetOf, SetTogether } from "./set-method.ts";
import { named, type JmapRecord } from "./source.ts";
import { stateOf } from "./state.ts";

type Condition = Readonly<Record<string, unknown>>;

/** A type of notifications: its record and its filter conditions. */
interface NotificationKind {
  readonly type: NotificationType;
  readonly capability: Capability;
  readonly properties: readonly string[];
  /** The record without `id` and `created`. */
  record(notification: Notification): Readonly<Record<string, unknown>>;
  /** Conditions other than `after` and `before`. */
  readonly conditions: v.ObjectEntries;
  matches(record: JmapRecord, condition: Condition): boolean;
  /** Default: people only dismiss them. */
  readonly set?: SetOf<JmapRecord, Record<never, never>>;
}

export const MADE_BY_SERVER: SetError = { type: "forbidden", description: "only the server makes these" };

/** The standard methods of a type that only the server writes and people only dismiss (RFC 9670 §3). */
export function notificationType(kind: NotificationKind): ReadonlyMap<string, Method> {
  const { type, capability, set = dismissing(kind) } = kind;
  const changes: ReadChanges = ({ app, actor }, account, since, limit, within) =>
    notificationChanges(app, actor, account.id, type, since, limit, within);
  return recordType({
    name: type,
    capability,
    properties: named<JmapRecord>("id", "created", ...kind.properties),
    read: (context, account) => readAll(kind, context, account),
    changes,
    query: { search: (context, account, wanted) => search(kind, context, account, wanted), changes },
    set,
  });
}

/** Newest first. */
async function readAll(
  kind: NotificationKind,
  { app, actor }: MethodContext,
  account: Principal,
): Promise<Result<{ readonly state: string; readonly items: readonly JmapRecord[] }, MethodError>> {
  const listed = await listNotifications(app, actor, account.id, kind.type);
  if (!listed.ok) return failed(accountErrorOf(listed.problem));
  const items = listed.value.list.map((one) => ({
    ...kind.record(one),
    id: one.id,
    created: formatUtcDateTime(one.createdAt),
  }));
  return ok({ state: stateOf(listed.value.modseq), items });
}

/** Newest first unless the other order is requested. */
async function search(
  kind: NotificationKind,
  context: MethodContext,
  account: Principal,
  { filter, sort }: Search,
): Promise<Result<{ readonly state: string; readonly ids: readonly string[] }, MethodError>> {
  const known = { after: v.nullish(utcDate), before: v.nullish(utcDate), ...kind.conditions };
  const condition = readCondition(known, filter);
  if (!condition.ok) return condition;
  const unsortable = sort.find(({ property }) => property !== "created");
  if (unsortable) return failed({ type: "unsupportedSort", description: unsortable.property });
  const read = await readAll(kind, context, account);
  if (!read.ok) return read;
  const found = read.value.items.filter((record) => matches(kind, record, condition.value));
  const ordered = sort[0]?.isAscending === true ? found.toReversed() : found;
  return ok({ state: read.value.state, ids: ordered.map(({ id }) => id) });
}

function matches(kind: NotificationKind, record: JmapRecord, condition: Condition): boolean {
  const { after, before, ...others } = condition;
  const created = String(record["created"]);
  if (typeof after === "string" && created < after) return false;
  if (typeof before === "string" && created >= before) return false;
  return kind.matches(record, others);
}

const dismissing = ({ type }: NotificationKind): SetTogether<Record<never, never>> => ({
  async together({ app, actor, account }, request, outcome) {
    for (const creationId of request.create.keys()) outcome.notCreated.set(creationId, MADE_BY_SERVER);
    for (const id of request.update().keys()) outcome.notUpdated.set(id, MADE_BY_SERVER);
    const ids = request.destroy();
    const done = await dismissNotifications(app, actor, account.id, type, ids);
    if (!done.ok) return failed(accountErrorOf(done.problem));
    const { removed, oldModseq, newModseq } = done.value;
    outcome.destroyed.push(...removed);
    for (const id of ids) if (!removed.includes(id)) outcome.notDestroyed.set(id, { type: "notFound" });
    return ok({ oldState: stateOf(oldModseq), newState: stateOf(newModseq) });
  },
});
