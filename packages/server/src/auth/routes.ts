import { Hono, type Context } from "hono";
import * as v from "valibot";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { setUp } from "../app/accounts/set-up.ts";
import { signOutUrl } from "../app/identity/sign-out-there.ts";
import { actorOfSession, beginSession, signOut, type SignedIn } from "../app/sign-in/sessions.ts";
import { enterByProxy } from "../app/sign-in/enter-by-proxy.ts";
import type { Entrance } from "../app/sign-in/sign-in.ts";
import { enter as enterByPassword } from "../app/sign-in-ways/enter.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { clearedSessionCookie, sessionCookie, sessionToken, stepCookie } from "./cookies.ts";
import { accountLinkRoutes } from "./account-link-routes.ts";
import { stepRoutes } from "./step-routes.ts";
import { client, field, readForm } from "./read-form.ts";
import { oidcRoutes } from "./oidc-routes.ts";
import { proxyUserFinder, type ProxySignIn } from "./proxy-user.ts";
import { sessionAnswer } from "./session-answer.ts";

interface AuthSettings extends ProxySignIn {
  /** Whether people reach the server by https, so that the cookie never travels without it. */
  readonly https: boolean;
  /** The address of the server; null: not configured, so no mail to strangers may contain it. */
  readonly publicUrl: string | null;
  readonly version: string;
}

const SignInForm = v.object({ login: field, password: field });
const SetupForm = v.object({
  token: field,
  displayName: field,
  email: v.pipe(field, v.trim()),
  password: field,
  language: v.picklist(["en-GB", "sv"]),
  timeZone: field,
});

/** The `/auth/…` calls: the only ones of the web app that are not JMAP. */
export function authRoutes(app: App, settings: AuthSettings): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const answer = async (
    c: Context<HttpEnv>,
    actor: Actor | undefined,
    status: 200 | 201 = 200,
  ): Promise<Response> =>
    c.json(await sessionAnswer(app, actor, settings), status, { "cache-control": "no-store" });
  const bring = (c: Context<HttpEnv>, token: string): void =>
    c.header("set-cookie", sessionCookie(token, app.limits.sessionDays, settings.https));
  /** Into the session, or on to the second step, in this browser alone. */
  const enter = async (c: Context<HttpEnv>, entrance: Entrance): Promise<Response> => {
    if (!("stepToken" in entrance)) {
      // The browser's former session ends: a token never outlives the sign-in that replaces it.
      const former = await sessionActor(app, c);
      if (former) await signOut(app, former);
      return begin(c, entrance, 200);
    }
    c.header("set-cookie", stepCookie(entrance.stepToken, app.limits.signInStepMinutes, settings.https));
    const nobody = await sessionAnswer(app, undefined, settings);
    return c.json({ ...nobody, secondStep: true }, 200, { "cache-control": "no-store" });
  };
  const begin = (c: Context<HttpEnv>, { actor, token }: SignedIn, status: 200 | 201): Promise<Response> => {
    bring(c, token);
    return answer(c, actor, status);
  };

  const proxyUser = proxyUserFinder(settings);
  routes.get("/session", async (c) => {
    const actor = await sessionActor(app, c, (token) => bring(c, token));
    const entered = await enterByProxy(app, proxyUser(c), actor, client(c));
    if (typeof entered !== "string") return begin(c, entered, 200);
    if (entered === "nobody") c.header("set-cookie", clearedSessionCookie(settings.https));
    return answer(c, entered === "nobody" ? undefined : actor);
  });
  routes.post("/error-report", async (c) => {
    app.errorService?.passOn(await c.req.text());
    return c.body(null, 204);
  });
  routes.post("/setup", async (c) => {
    const form = await readForm(c, SetupForm);
    const made = form.ok ? await setUp(app, form.value) : form;
    if (!made.ok) return problemResponse(made.problem);
    return begin(c, await beginSession(app, made.value, client(c).userAgent), 201);
  });
  routes.post("/sign-in", async (c) => {
    const form = await readForm(c, SignInForm);
    const signedIn = form.ok ? await enterByPassword(app, { ...form.value, ...client(c) }) : form;
    return signedIn.ok ? enter(c, signedIn.value) : problemResponse(signedIn.problem);
  });
  stepRoutes(routes, app, settings, enter);
  oidcRoutes(routes, app, settings, (c) => sessionActor(app, c));
  accountLinkRoutes(routes, app, settings.publicUrl, { begin, enter });
  routes.post("/sign-out", async (c) => {
    const actor = await sessionActor(app, c);
    const returnTo = `${settings.publicUrl ?? new URL(c.req.url).origin}/`;
    const url = actor && (await signOutUrl(app, actor, returnTo));
    if (actor) await signOut(app, actor);
    c.header("set-cookie", clearedSessionCookie(settings.https));
    return url === undefined ? c.body(null, 204) : c.json({ url }, 200, { "cache-control": "no-store" });
  });
  return routes;
}

async function sessionActor(
  app: App,
  c: Context<HttpEnv>,
  onRenewed?: (token: string) => void,
): Promise<Actor | undefined> {
  const token = sessionToken(c.req.header("cookie") ?? null);
  return token === undefined
    ? undefined
    : actorOfSession(app, token, { ...client(c), ...(onRenewed && { onRenewed }) });
}
