import type { ChangeSource } from "../storage/records/changes.ts";
import type { PrincipalId } from "../storage/records/ids.ts";

declare const minted: unique symbol;

/**
 * Somebody who has proved who they are. Only the sign-in use cases, the command line, the delivery of
 * scheduling messages and the reading of feeds make one.
 */
export interface Actor {
  readonly [minted]: true;
  readonly principalId: PrincipalId;
  readonly login: string;
  readonly isAdmin: boolean;
  readonly via: "session" | "password" | "app-password" | "command-line" | "scheduling" | "subscription";
  /** By what the actor writes, where `via` does not say it. */
  readonly source?: ChangeSource;
  /** The name of the app password. */
  readonly client?: string;
  /** The session's token hash or the credential's id, so that "all others" can be ended. */
  readonly proof: string;
}

/** Mints an actor. To be called only where the proof has just been checked. */
export function mintActor(fields: Omit<Actor, typeof minted>): Actor {
  return fields as Actor;
}

/** What an actor's changes are said to be made by. */
export function sourceOf({ source, via }: Actor): ChangeSource {
  if (source) return source;
  if (via === "session") return "web";
  return via === "password" || via === "app-password" ? "jmap" : via;
}
