import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { boolean, nullable, object, optional, safeParse, string, type InferOutput } from "valibot";
import type { ApiProblem } from "./problem.ts";
import { request } from "./request.ts";

const channels = optional(
  nullable(object({ app: optional(boolean()), mail: optional(boolean()), push: optional(boolean()) })),
);
const preferences = object({
  language: optional(nullable(string())),
  timeZone: optional(nullable(string())),
  secondTimeZone: optional(nullable(string())),
  workingHours: optional(nullable(string())),
  theme: optional(nullable(string())),
  clock: optional(nullable(string())),
  dateOrder: optional(nullable(string())),
  density: optional(nullable(string())),
  singleKeyShortcuts: optional(nullable(boolean())),
  showHowSoon: optional(nullable(boolean())),
  showTasks: optional(nullable(boolean())),
  almanac: optional(nullable(string())),
  freeOn: optional(nullable(string())),
  basicPassword: optional(nullable(boolean())),
  nameDays: optional(nullable(string())),
  defaultCalendarId: optional(nullable(string())),
  reminders: channels,
  notices: optional(
    nullable(
      object({
        invitations: channels,
        changes: channels,
        answers: channels,
        shared: channels,
        shares: channels,
      }),
    ),
  ),
  quietHours: optional(nullable(object({ from: string(), to: string() }))),
  agendaAt: optional(nullable(string())),
});
const account = object({
  id: string(),
  login: string(),
  displayName: string(),
  email: string(),
  isAdmin: boolean(),
  preferences,
});
const session = object({
  setupNeeded: boolean(),
  account: nullable(account),
  sentryDsn: nullable(string()),
  version: string(),
});

/** Who is signed in, and whether the server still waits for its first account. */
export type SessionInfo = InferOutput<typeof session>;
export type Account = InferOutput<typeof account>;
export type Preferences = InferOutput<typeof preferences>;

export interface SetupForm {
  readonly token: string;
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly language: string;
  readonly timeZone: string;
}

type SessionAnswer = Promise<Result<SessionInfo, ApiProblem>>;

function readAnswer(given: Result<unknown, ApiProblem>): Result<SessionInfo, ApiProblem> {
  if (!given.ok) return given;
  const read = safeParse(session, given.value);
  return read.success ? ok(read.output) : failed({ kind: "unreachable" });
}

/** Reads what was kept of an answer; undefined if it is nothing of the kind. */
export function readSessionInfo(value: unknown): SessionInfo | undefined {
  const read = safeParse(session, value);
  return read.success ? read.output : undefined;
}

/** GET /auth/session. */
export const fetchSession = async (): SessionAnswer => readAnswer(await request("/auth/session"));

/** POST /auth/setup: makes the first account and signs it in. */
export const setUp = async (form: SetupForm): SessionAnswer =>
  readAnswer(await request("/auth/setup", { method: "POST", body: form }));

/** POST /auth/sign-in with login or e-mail address. */
export const signIn = async (login: string, password: string): SessionAnswer =>
  readAnswer(await request("/auth/sign-in", { method: "POST", body: { login, password } }));

/** POST /auth/sign-out. */
export const signOut = (): Promise<Result<unknown, ApiProblem>> =>
  request("/auth/sign-out", { method: "POST" });
