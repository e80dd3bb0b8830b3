import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { ReadOtherwise } from "@snart/calendar/jscalendar/types.ts";
import { readOtherwise } from "@snart/calendar/jscalendar/read-otherwise.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { eventPages, type ReadableObject } from "../../../app/objects/event-pages.ts";
import type { CalendarGrant } from "../../../app/grants.ts";
import { isPublic, mayWriteObject } from "../../../app/objects/object-rights.ts";
import type { ObjectId, Principal } from "../../../app/types.ts";
import type { MethodContext } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import type { MethodError } from "../../wire/errors.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { EVENTS, type ItemKind } from "./item-kind.ts";

export interface FoundEvent {
  readonly record: EventRecord;
  readonly grant: CalendarGrant;
  /** Somebody else made it, and the actor, who may add events there, may not change it. */
  readonly isOthers: boolean;
  /** Computed when it is asked for. */
  readonly warnings: () => readonly ReadOtherwise[];
}

/**
 * Events (or tasks) of an account that the actor may read, by id; null: all. Damaged ones are reported and left out,
 * so that they don't hide the rest.
 */
export async function findEvents(
  ...asked: Parameters<typeof eachEvent>
): Promise<Result<ReadonlyMap<string, FoundEvent>, MethodError>> {
  const events = new Map<string, FoundEvent>();
  for await (const found of eachEvent(...asked)) {
    if (!found.ok) return found;
    events.set(found.value.record.id, found.value);
  }
  return ok(events);
}

interface EachOptions {
  /** called with the id of one that is there, but can't be read */
  readonly onLost?: (id: ObjectId) => void;
  /** Where everything is that is asked for of one; none: it may be anywhere. */
  readonly windowsOf?: (id: ObjectId) => readonly Window[];
}

/**
 * The same one by one, so that few are in memory; others get their turn in between.
 */
export async function* eachEvent(
  { app, actor, parsed, report }: Pick<MethodContext, "app" | "actor" | "parsed" | "report">,
  account: Principal,
  ids: readonly ObjectId[] | null,
  { component }: Pick<ItemKind, "component"> = EVENTS,
  { onLost, windowsOf }: EachOptions = {},
): AsyncGenerator<Result<FoundEvent, MethodError>> {
  const turn = app.turns.of(actor.principalId);
  for await (const page of eventPages(app, actor, account.id, ids, parsed.object, onLost)) {
    if (!page.ok) return void (yield failed(accountErrorOf(page.problem)));
    for (const readable of page.value) {
      const { stored, grant } = readable;
      if (stored.component !== component) continue;
      if (turn.isDue()) await turn.next();
      let record: EventRecord;
      try {
        const windows = readable.whole ? [] : (windowsOf?.(stored.id) ?? []);
        record =
          windows.length > 0
            ? parsed.recordAround(stored, account, ...windows)
            : parsed.record(stored, account, readable);
      } catch (error) {
        report(error);
        continue;
      }
      const warnings = () => readOtherwise(readable.object);
      yield ok({ record, grant, isOthers: isOthers(readable), warnings });
    }
  }
}

/** Of a private one nobody but the owner is told more than its times. */
const isOthers = (readable: ReadableObject): boolean =>
  !readable.grant.isOwner &&
  readable.grant.rights.mayWriteOwn &&
  isPublic(readable.object) &&
  !mayWriteObject(readable.grant, readable);
