import { Hono } from "hono";
import type { Context } from "hono";
import * as v from "valibot";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { aboutLink, acceptInvitation, resetPassword } from "../app/accounts/use-account-link.ts";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import type { Problem } from "../app/problems.ts";
import { setUp } from "../app/accounts/set-up.ts";
import { actorOfSession, beginSession, signIn, signOut } from "../app/accounts/sign-in.ts";
import type { SignedIn } from "../app/accounts/sign-in.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { clearedSessionCookie, sessionCookie, sessionToken } from "./cookies.ts";
import { networkOf } from "./network-of.ts";
import { sessionAnswer } from "./session-answer.ts";

export interface AuthSettings {
  /** Whether people reach the server by https, so that the cookie may never travel without. */
  readonly https: boolean;
  readonly sentryDsn: string | null;
  readonly version: string;
}

/** Longer than any form's field; what is longer still is refused before it is looked at. */
const field = v.pipe(v.string(), v.maxLength(4_096));
const SignInForm = v.object({ login: field, password: field });
const SetupForm = v.object({
  token: field,
  displayName: field,
  email: v.pipe(field, v.trim()),
  password: field,
  language: v.picklist(["en-GB", "sv"]),
  timeZone: field,
});

const AcceptForm = v.object({
  token: field,
  displayName: field,
  password: field,
  language: v.picklist(["en-GB", "sv"]),
  timeZone: field,
});
const ResetForm = v.object({ token: field, password: field });

/** The `/auth/…` calls: the only ones of the web app that are not JMAP. */
export function authRoutes(app: App, settings: AuthSettings): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const answer = async (
    c: Context<HttpEnv>,
    actor: Actor | undefined,
    status: 200 | 201 = 200,
  ): Promise<Response> =>
    c.json(await sessionAnswer(app, actor, settings), status, { "cache-control": "no-store" });
  const begin = (c: Context<HttpEnv>, { actor, token }: SignedIn, status: 200 | 201): Promise<Response> => {
    c.header("set-cookie", sessionCookie(token, app.limits.sessionDays, settings.https));
    return answer(c, actor, status);
  };

  const about = async (c: Context<HttpEnv>, kind: "invitation" | "reset"): Promise<Response> => {
    const told = await aboutLink(app, c.req.param("token") ?? "", kind);
    return told.ok ? c.json(told.value, 200, { "cache-control": "no-store" }) : problemResponse(told.problem);
  };

  routes.get("/session", async (c) => answer(c, await sessionActor(app, c)));
  routes.post("/setup", async (c) => {
    const form = await readForm(c, SetupForm);
    const made = form.ok ? await setUp(app, form.value) : form;
    if (!made.ok) return problemResponse(made.problem);
    return begin(c, await beginSession(app, made.value, client(c).userAgent), 201);
  });
  routes.post("/sign-in", async (c) => {
    const form = await readForm(c, SignInForm);
    const signedIn = form.ok ? await signIn(app, { ...form.value, ...client(c) }) : form;
    if (!signedIn.ok) return problemResponse(signedIn.problem);
    // The session this browser had before ends: a token never outlives the sign-in that replaces it.
    const former = await sessionActor(app, c);
    if (former) await signOut(app, former);
    return begin(c, signedIn.value, 200);
  });
  routes.get("/invitation/:token", async (c) => about(c, "invitation"));
  routes.get("/reset/:token", async (c) => about(c, "reset"));
  routes.post("/accept-invitation", async (c) => {
    const form = await readForm(c, AcceptForm);
    const made = form.ok ? await acceptInvitation(app, form.value) : form;
    if (!made.ok) return problemResponse(made.problem);
    return begin(c, await beginSession(app, made.value, client(c).userAgent), 201);
  });
  routes.post("/reset-password", async (c) => {
    const form = await readForm(c, ResetForm);
    const changed = form.ok ? await resetPassword(app, form.value.token, form.value.password) : form;
    if (!changed.ok) return problemResponse(changed.problem);
    return begin(c, await beginSession(app, changed.value, client(c).userAgent), 200);
  });
  routes.post("/sign-out", async (c) => {
    const actor = await sessionActor(app, c);
    if (actor) await signOut(app, actor);
    c.header("set-cookie", clearedSessionCookie(settings.https));
    return c.body(null, 204);
  });
  return routes;
}

const client = (c: Context<HttpEnv>): { address: string; userAgent: string | null } => ({
  address: networkOf(c.get("address")),
  userAgent: c.req.header("user-agent")?.slice(0, 200) ?? null,
});

async function sessionActor(app: App, c: Context<HttpEnv>): Promise<Actor | undefined> {
  const token = sessionToken(c.req.header("cookie") ?? null);
  return token === undefined ? undefined : actorOfSession(app, token);
}

/** A form as JSON, and only as such: the kinds of body that a foreign page may send without asking are refused. */
async function readForm<S extends v.GenericSchema>(
  c: Context<HttpEnv>,
  schema: S,
): Promise<Result<v.InferOutput<S>, Problem>> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    return malformed("Content-Type must be application/json");
  const json = parseJson(await c.req.text());
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return malformed(`${v.getDotPath(issue) ?? "the body"}: ${issue.type}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const malformed = (detail: string): Result<never, Problem> => failed({ code: "malformed-request", detail });
