import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, JSTask, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ComponentType } from "../../storage/records/calendars.ts";
import type { Modseq, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { createEvent, type CreatedEvent, type NewEvent } from "./create-event.ts";
import { removeStored } from "./delete-object.ts";
import { grantCalendar, reachesAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { SENDS, writeAccount, type Scheduling, type WriteScope } from "../scope.ts";
import { updateEvent } from "./update-event.ts";

/** The request of a JMAP `CalendarEvent/set` or `Task/set`, in neutral terms. */
export interface ChangeEventsRequest {
  /** The component that it addresses (default `VEVENT`); other objects are not found. */
  readonly component?: Extract<ComponentType, "VEVENT" | "VTODO">;
  /** By creation id; `calendarIds` names exactly one calendar. */
  readonly create: ReadonlyMap<string, NewEvent>;
  readonly update: ReadonlyMap<ObjectId, PatchObject>;
  readonly destroy: readonly ObjectId[];
  /** The creation ids of new events that are destroyed as soon as they are made. */
  readonly destroyCreated?: ReadonlySet<string>;
  /** Of updates that undo an action: the account's state before it. */
  readonly undoTo?: ReadonlyMap<ObjectId, Modseq>;
  /** Whether guests are notified (JMAP Calendars §5.8). */
  readonly sendSchedulingMessages?: boolean;
  /** An event is refused that a thing which it invites declines. */
  readonly booksOrNothing?: boolean;
  /** Parses a stored text; a caller that has parsed some of them returns those again. */
  readonly read?: (stored: StoredObject) => CalendarObject;
  /** The server's public address, without a slash at the end, for the URLs of attachments. */
  readonly origin?: string;
}

export interface ChangeEventsOutcome {
  readonly oldModseq: Modseq;
  readonly newModseq: Modseq;
  readonly created: ReadonlyMap<string, CreatedEvent>;
  readonly updated: ReadonlyMap<ObjectId, JSEvent | JSTask>;
  readonly destroyed: readonly ObjectId[];
  readonly notCreated: ReadonlyMap<string, Problem>;
  readonly notUpdated: ReadonlyMap<ObjectId, Problem>;
  readonly notDestroyed: ReadonlyMap<ObjectId, Problem>;
}

/**
 * Creates, patches and destroys events or tasks of one account in one transaction. Each is handled separately: some
 * may be refused while others are done (RFC 8620 §5.3).
 * @returns `not-found` for an invisible account
 */
export function changeEvents(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  request: ChangeEventsRequest,
): Promise<Result<ChangeEventsOutcome, Problem>> {
  const { origin } = request;
  const work = async (inAccount: WriteScope): Promise<Result<ChangeEventsOutcome, Problem>> => {
    const scope: WriteScope = origin === undefined ? inAccount : { ...inAccount, origin };
    if (!(await reachesAccount(scope.tx, actor, accountId))) return failed({ code: "not-found" });
    const oldModseq = scope.modseq - 1;
    const replaced = new Set<ObjectId>();
    const created = await each([...request.create], (event) =>
      createReplacing(scope, event, request, replaced),
    );
    const current = (id: ObjectId) => currentOf(scope, id, request);
    const updated = await each([...request.update], async (patch, id) => {
      const event = await current(id);
      return event.ok ? updateEvent(scope, event.value, patch, request.undoTo?.get(id)) : event;
    });
    const ofCreated = [...created.done].filter(([creationId]) => request.destroyCreated?.has(creationId));
    const destroyed = await each(
      [...request.destroy, ...ofCreated.map(([, { id }]) => id)].map((id) => [id, id] as const),
      async (id) => {
        if (replaced.has(id)) return ok(undefined);
        const event = await current(id);
        return event.ok ? destroyEvent(scope, event.value) : event;
      },
    );
    const rewritten = [...updated.done.values()].some(({ head }) => head.modseq === scope.modseq);
    const wrote = created.done.size + destroyed.done.size > 0 || rewritten;
    return ok({
      oldModseq,
      newModseq: wrote ? scope.modseq : oldModseq,
      created: created.done,
      updated: new Map([...updated.done].map(([id, { event }]) => [id, event])),
      destroyed: [...destroyed.done.keys()],
      notCreated: created.refused,
      notUpdated: updated.refused,
      notDestroyed: destroyed.refused,
    });
  };
  const { booksOrNothing = false, sendSchedulingMessages } = request;
  const scheduling = { ...(sendSchedulingMessages && SENDS_TO_ALL), booksOrNothing };
  const onlyDestroys = request.create.size + request.update.size === 0;
  return writeAccount(app, actor, accountId, work, scheduling, onlyDestroys ? "half" : undefined);
}

const SENDS_TO_ALL: Scheduling = { ...SENDS, refusesUnreachable: true };

/**
 * Creates an event. If its UID belongs to an event that the same request destroys, that one is destroyed before it:
 * only the result of the whole request has to be valid (RFC 8620 §5.3). SEQUENCE then goes on from the former event's
 * and the cancellation's, or guests would take the new one for an old message.
 * @param replaced receives the ids of events destroyed here
 */
async function createReplacing(
  scope: WriteScope,
  event: NewEvent,
  request: ChangeEventsRequest,
  replaced: Set<ObjectId>,
): Promise<Result<CreatedEvent, Problem>> {
  const made = await createEvent(scope, event);
  if (made.ok || !TAKEN.has(made.problem.code)) return made;
  const before = replaced.size;
  let sequence = event.sequence ?? 0;
  for (const id of request.destroy) {
    const former = await currentOf(scope, id, request);
    if (!former.ok || former.value.stored.uid !== event.uid) continue;
    if (!(await destroyEvent(scope, former.value)).ok) return made;
    replaced.add(id);
    const item = itemFromObject(former.value.object);
    if (item.ok) sequence = Math.max(sequence, (item.value.sequence ?? 0) + 2);
  }
  return replaced.size > before ? createEvent(scope, { ...event, sequence }) : made;
}

const TAKEN: ReadonlySet<Problem["code"]> = new Set(["uid-taken", "scheduling-uid-taken"]);

async function each<K, V, T>(
  entries: readonly (readonly [K, V])[],
  work: (value: V, key: K) => Promise<Result<T, Problem>>,
): Promise<{ done: Map<K, T>; refused: Map<K, Problem> }> {
  const done = new Map<K, T>();
  const refused = new Map<K, Problem>();
  for (const [key, value] of entries) {
    const result = await work(value, key);
    if (result.ok) done.set(key, result.value);
    else refused.set(key, result.problem);
  }
  return { done, refused };
}

async function currentOf(
  { tx, accountId }: WriteScope,
  id: ObjectId,
  { component = "VEVENT", read }: Pick<ChangeEventsRequest, "component" | "read">,
): Promise<Result<ReadObject, Problem>> {
  const stored = await tx.objects.byId(id);
  return stored?.accountId === accountId && stored.component === component
    ? ok(new ReadObject(stored, read))
    : failed({ code: "not-found" });
}

async function destroyEvent(scope: WriteScope, current: ReadObject): Promise<Result<unknown, Problem>> {
  const { calendarId } = current.stored;
  const grant = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  return grant.ok ? removeStored(scope, grant.value, current) : grant;
}
