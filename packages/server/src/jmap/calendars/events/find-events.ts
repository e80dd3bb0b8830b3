import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { eventsById } from "../../../app/objects/get-objects.ts";
import type { CalendarGrant } from "../../../app/grants.ts";
import type { ObjectId, Principal } from "../../../app/types.ts";
import type { MethodContext } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import type { MethodError } from "../../wire/errors.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { EVENTS, type ItemKind } from "./item-kind.ts";

export interface FoundEvent {
  readonly record: EventRecord;
  readonly grant: CalendarGrant;
}

/**
 * Events (or tasks) of an account that the actor may read, by id; null: all. Damaged ones are reported and left out,
 * so that they don't hide the rest.
 */
export async function findEvents(
  { app, actor, parsed, report }: Pick<MethodContext, "app" | "actor" | "parsed" | "report">,
  account: Principal,
  ids: readonly ObjectId[] | null,
  { component }: Pick<ItemKind, "component"> = EVENTS,
): Promise<Result<ReadonlyMap<string, FoundEvent>, MethodError>> {
  const found = await eventsById(app, actor, account.id, ids, parsed.object);
  if (!found.ok) return failed(accountErrorOf(found.problem));
  const events = new Map<string, FoundEvent>();
  for (const readable of found.value) {
    if (readable.stored.component !== component) continue;
    try {
      events.set(readable.stored.id, {
        record: parsed.record(readable.stored, account, readable.object),
        grant: readable.grant,
      });
    } catch (error) {
      report(error);
    }
  }
  return ok(events);
}
