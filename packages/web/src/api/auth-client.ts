import type { Preferences as ChosenPreferences, SessionAnswer } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ApiProblem, Asked } from "./problem.ts";
import { isRecord } from "./read-json.ts";
import { request } from "./request.ts";

/** A person's preferences, or changes of them; null removes one. */
export type Preferences = { readonly [K in keyof ChosenPreferences]: ChosenPreferences[K] | null };

/** The signed-in person. */
export interface Account extends Omit<
  NonNullable<SessionAnswer["account"]>,
  "preferences" | "formerLogins" | "formerEmails" | "photoId"
> {
  /** absent in what an older page has stored */
  readonly formerLogins?: readonly string[];
  readonly formerEmails?: readonly string[];
  readonly photoId?: string | null;
  readonly preferences: Preferences;
}

/** The signed-in person, and whether the server still waits for its first account. */
export interface SessionInfo extends Omit<SessionAnswer, "account"> {
  readonly account: Account | null;
}

/** Reads a server's answer, or its stored copy; undefined if it has another form. */
export function readSessionInfo(value: unknown): SessionInfo | undefined {
  if (!isRecord(value) || typeof value["setupNeeded"] !== "boolean") return undefined;
  const { account } = value;
  const isRead = account === null || (isRecord(account) && isRecord(account["preferences"]));
  return isRead ? (value as unknown as SessionInfo) : undefined;
}

/** Returns the session in an answer. */
export function readAnswer(given: Result<unknown, ApiProblem>): Result<SessionInfo, ApiProblem> {
  if (!given.ok) return given;
  const session = readSessionInfo(given.value);
  return session ? ok(session) : failed({ kind: "unreachable" });
}

/** GET /auth/session. */
export const fetchSession = async (): Asked<SessionInfo> => readAnswer(await request("/auth/session"));
