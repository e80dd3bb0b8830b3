import type { ChangeSource } from "../storage/records/changes.ts";
import type { ComponentType } from "../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../storage/records/ids.ts";
import type { AppPasswordScope } from "../storage/records/people.ts";

declare const minted: unique symbol;

/**
 * Somebody whose identity has been proved. Only the sign-in use cases, the command line, the delivery of scheduling
 * messages and the reading of feeds create one.
 */
export interface Actor {
  readonly [minted]: true;
  readonly principalId: PrincipalId;
  readonly login: string;
  readonly isAdmin: boolean;
  readonly via:
    | "session"
    | "password"
    | "app-password"
    | "command-line"
    | "scheduling"
    | "subscription"
    | "kiosk";
  /** The source of the actor's changes, if `via` does not imply it. */
  readonly source?: ChangeSource;
  /** What the app password reaches; absent: everything that its owner may do with calendars. */
  readonly scope?: AppPasswordScope;
  /** The name of the app password. */
  readonly client?: string;
  /** The session's id or the credential's, so that "all others" can be ended. */
  readonly proof: string;
}

/** Creates an actor. Call it only where the proof has just been checked. */
export function mintActor(fields: Omit<Actor, typeof minted>): Actor {
  return fields as Actor;
}

/** An account's owner, whose right to write is their own: for what scheduling writes in their name. */
export const schedulingActor = ({ id, login }: { readonly id: PrincipalId; readonly login: string }): Actor =>
  mintActor({ principalId: id, login, isAdmin: false, via: "scheduling", proof: "" });

const COMMAND_LINE = "command-line";

/** Whoever runs the command line, and has the data anyway: an administrator who is nobody in particular. */
export const commandLineActor = (): Actor =>
  mintActor({
    principalId: "" as PrincipalId,
    login: COMMAND_LINE,
    isAdmin: true,
    via: COMMAND_LINE,
    proof: "",
  });

/** A directory that keeps accounts here by a token (SCIM): nobody in particular, like the command line, and named in the audit log. */
export const directoryActor = (): Actor =>
  mintActor({
    principalId: "" as PrincipalId,
    login: "scim",
    isAdmin: false,
    via: COMMAND_LINE,
    proof: "",
  });

/** Whether it is the command line itself, and not the command line for somebody. */
export const isCommandLine = ({ principalId, via }: Actor): boolean =>
  via === COMMAND_LINE && principalId === "";

/** Whether the actor's app password, if it is limited, reaches a calendar: others are not there for it. */
export const reachesCalendar = ({ scope }: Actor, id: CalendarId): boolean =>
  scope === undefined || scope.calendarIds === null || scope.calendarIds.includes(id);

/** Whether the actor's app password, if it is limited, reaches objects of a kind: others are not there for it. */
export const reachesKind = ({ scope }: Actor, component: ComponentType): boolean =>
  scope?.component === undefined || scope.component === component;

/** The recorded source of an actor's changes. */
export function sourceOf({ source, via }: Actor): ChangeSource {
  if (source) return source;
  if (via === "session" || via === "kiosk") return "web";
  return via === "password" || via === "app-password" ? "jmap" : via;
}
