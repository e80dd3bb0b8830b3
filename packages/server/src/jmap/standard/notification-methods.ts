import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  dismissNotifications,
  listNotifications,
  notificationChanges,
} from "../../app/notices/notifications.ts";
import type { Notification, NotificationType, Principal } from "../../app/types.ts";
import { accountMethod, type Answer, type Method, type MethodContext, type MethodResult } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import type { Capability } from "../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";
import { getArguments, queryArguments, queryChangesArguments, setArguments } from "./arguments.ts";
import { changesMethod } from "./changes.ts";
import { checkProperties, getAnswer, requestedIds, type JmapRecord } from "./get.ts";
import { queryChangesAnswer } from "./query-changes.ts";
import { queryWindow } from "./query.ts";
import { SetOutcome, setRequest } from "./set.ts";
import { modseqOf, stateOf } from "./state.ts";

/** A type of notifications: how it is told and what it can be filtered by. */
export interface NotificationKind {
  readonly type: NotificationType;
  readonly capability: Capability;
  readonly properties: readonly string[];
  /** The record without `id` and `created`. */
  record(notification: Notification): Readonly<Record<string, unknown>>;
  /** Conditions other than `after` and `before`. */
  readonly conditions: v.ObjectEntries;
  matches(record: JmapRecord, condition: Readonly<Record<string, unknown>>): boolean;
}

const utc = v.nullish(
  v.pipe(
    v.string(),
    v.check((text) => parseUtcDateTime(text) !== undefined, "must be a UTCDate"),
  ),
);

/** The standard methods of a type that only the server writes and people only dismiss (RFC 9670 §3). */
export function notificationMethods(kind: NotificationKind): ReadonlyMap<string, Method> {
  return new Map([
    [`${kind.type}/get`, getMethod(kind)],
    [
      `${kind.type}/changes`,
      changesMethod(kind.capability, ({ app, actor }, account, since) =>
        notificationChanges(app, actor, account.id, kind.type, since),
      ),
    ],
    [`${kind.type}/query`, queryMethod(kind)],
    [`${kind.type}/queryChanges`, queryChangesMethod(kind)],
    [`${kind.type}/set`, setMethod(kind)],
  ]);
}

interface Read {
  readonly state: string;
  /** Newest first. */
  readonly records: readonly JmapRecord[];
}

async function readAll(
  kind: NotificationKind,
  { app, actor }: MethodContext,
  account: Principal,
): Promise<Result<Read, MethodError>> {
  const listed = await listNotifications(app, actor, account.id, kind.type);
  if (!listed.ok) return failed(accountErrorOf(listed.problem));
  const records = listed.value.list.map((one) => ({
    ...kind.record(one),
    id: one.id,
    created: formatUtcDateTime(one.createdAt),
  }));
  return ok({ state: stateOf(listed.value.modseq), records });
}

const getMethod = (kind: NotificationKind): Method =>
  accountMethod(kind.capability, v.strictObject(getArguments), async (context, account, args) => {
    const ids = requestedIds(args.ids, context.app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, ["id", "created", ...kind.properties]);
    if (!properties.ok) return properties;
    const read = await readAll(kind, context, account);
    if (!read.ok) return read;
    const { state, records } = read.value;
    return ok(
      getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
    );
  });

function queryMethod(kind: NotificationKind): Method {
  const schema = v.strictObject(queryArguments);
  return accountMethod(kind.capability, schema, async (context, account, args) => {
    const condition = conditionOf(kind, args.filter);
    if (!condition.ok) return condition;
    const unsortable = args.sort?.find(({ property }) => property !== "created");
    if (unsortable) return failed({ type: "unsupportedSort", description: unsortable.property });
    const read = await readAll(kind, context, account);
    if (!read.ok) return read;
    const ids = matching(kind, read.value, condition.value, args.sort);
    const window = queryWindow(ids, args, context.app.limits.maxObjectsInGet);
    if (!window.ok) return window;
    return ok({
      accountId: account.id,
      queryState: read.value.state,
      canCalculateChanges: true,
      ...window.value,
    });
  });
}

type Condition = Readonly<Record<string, unknown>>;

/** The ids of those that match, newest first unless asked for the other way round. */
function matching(
  kind: NotificationKind,
  { records }: Read,
  condition: Condition,
  sort: readonly { readonly isAscending: boolean }[] | null | undefined,
): readonly string[] {
  const found = records.filter((record) => matches(kind, record, condition));
  return (sort?.[0]?.isAscending === true ? found.toReversed() : found).map(({ id }) => id);
}

function conditionOf(kind: NotificationKind, filter: unknown): Result<Condition, MethodError> {
  const given = (filter ?? {}) as Condition;
  const known = { after: utc, before: utc, ...kind.conditions };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return failed({ type: "unsupportedFilter", description: unknown.slice(0, 100) });
  const parsed = v.safeParse(v.strictObject(known), given);
  return parsed.success
    ? ok(parsed.output as Condition)
    : failed(invalidArguments("the filter is not valid"));
}

function matches(kind: NotificationKind, record: JmapRecord, condition: Condition): boolean {
  const { after, before, ...others } = condition;
  const created = String(record["created"]);
  if (typeof after === "string" && created < after) return false;
  if (typeof before === "string" && created >= before) return false;
  return kind.matches(record, others);
}

function queryChangesMethod(kind: NotificationKind): Method {
  return accountMethod(
    kind.capability,
    v.strictObject(queryChangesArguments),
    async (context, account, args) => {
      const condition = conditionOf(kind, args.filter);
      if (!condition.ok) return condition;
      const read = await readAll(kind, context, account);
      if (!read.ok) return read;
      const since = modseqOf(args.sinceQueryState);
      const unsortable = args.sort?.find(({ property }) => property !== "created");
      if (since === undefined || unsortable) return failed({ type: "cannotCalculateChanges" });
      const { app, actor } = context;
      const changes = await notificationChanges(app, actor, account.id, kind.type, since);
      if (!changes.ok) return failed(accountErrorOf(changes.problem));
      const { sinceQueryState, maxChanges, calculateTotal } = args;
      const ids = matching(kind, read.value, condition.value, args.sort);
      return queryChangesAnswer({
        account,
        sinceQueryState,
        changes: changes.value,
        ids,
        maxChanges,
        calculateTotal,
      });
    },
  );
}

function setMethod(kind: NotificationKind): Method {
  return accountMethod(kind.capability, v.strictObject(setArguments), async (context, account, args) => {
    const request = setRequest(context, args, context.app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const ifInState = typeof args.ifInState === "string" ? modseqOf(args.ifInState) : undefined;
    if (typeof args.ifInState === "string" && ifInState === undefined)
      return failed({ type: "stateMismatch" });
    const outcome = new SetOutcome();
    const forbidden = { type: "forbidden", description: "only the server makes these" } as const;
    for (const creationId of request.value.create.keys()) outcome.notCreated.set(creationId, forbidden);
    for (const id of request.value.update().keys()) outcome.notUpdated.set(id, forbidden);
    return dismiss(kind, context, account, { outcome, ids: request.value.destroy(), ifInState });
  });
}

async function dismiss(
  { type }: NotificationKind,
  { app, actor }: MethodContext,
  account: Principal,
  { outcome, ids, ifInState }: { outcome: SetOutcome; ids: readonly string[]; ifInState: number | undefined },
): Promise<MethodResult> {
  const done = await dismissNotifications(app, actor, { accountId: account.id, type, ids, ifInState });
  if (!done.ok) return failed(accountErrorOf(done.problem));
  const { removed, oldModseq, newModseq } = done.value;
  outcome.destroyed.push(...removed);
  for (const id of ids) if (!removed.includes(id)) outcome.notDestroyed.set(id, { type: "notFound" });
  return ok(outcome.answer(account.id, stateOf(oldModseq), stateOf(newModseq)) satisfies Answer);
}
