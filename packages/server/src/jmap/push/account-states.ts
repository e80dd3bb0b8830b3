import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { statesOf } from "../../app/calendars/list-calendars.ts";
import type { Modseq, PrincipalId } from "../../app/types.ts";
import { reachOf } from "../wire/session.ts";

/** The modseqs of a person's accessible accounts: the whole server state for that person. */
export type AccountStates = ReadonlyMap<PrincipalId, Modseq>;

/** The states of the actor's accessible accounts. */
export async function accountStates(app: App, actor: Actor): Promise<AccountStates> {
  return statesOf(app, await reachOf(app, actor));
}

/** States as an event id, which a client sends back as Last-Event-ID when it reconnects (RFC 8620 §7.3). */
export const eventIdOf = (states: AccountStates): string =>
  [...states].map(([accountId, modseq]) => `${accountId}:${modseq}`).join(",");

const MAX_ID = 100_000;

/** Reads an event id; a foreign one gives no states. */
export function statesOfEventId(id: string): AccountStates {
  const states = new Map<PrincipalId, Modseq>();
  if (id.length > MAX_ID) return states;
  for (const part of id.split(",")) {
    const match = /^([A-Za-z0-9_-]{1,255}):(\d{1,15})$/.exec(part);
    if (match) states.set(match[1] as PrincipalId, Number(match[2]));
  }
  return states;
}
