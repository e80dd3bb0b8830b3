import { REFUSALS } from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { Context, Hono } from "hono";
import * as v from "valibot";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { beginAtProvider, safeReturn } from "../app/identity/begin-at-provider.ts";
import { endAtProvider } from "../app/identity/end-at-provider.ts";
import { signedOutThere } from "../app/identity/sign-out-there.ts";
import type { ProblemCode } from "../app/problems.ts";
import { signOut } from "../app/sign-in/sessions.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { clearedStepCookie, sessionCookie, stepCookie, stepToken } from "./cookies.ts";
import { client, field, readForm } from "./read-form.ts";

interface OidcSettings {
  readonly https: boolean;
  /** The address of the server; null: as the request has it. */
  readonly publicUrl: string | null;
}

const BeginForm = v.object({
  errand: v.picklist(["sign-in", "link", "prove"]),
  returnTo: field,
  language: v.picklist(["en-GB", "sv"]),
  timeZone: v.optional(v.pipe(field, v.maxLength(100), v.check(isZone))),
});
/** Longer than a provider's word that somebody has signed out. */
const LONGEST_WORD = 20_000;

/** Where people come back to from a provider, from the address of the server. */
export const callbackPath = (providerId: string): string => `/auth/oidc/${providerId}/callback`;
export const backChannelPath = (providerId: string): string => `/auth/oidc/${providerId}/signed-out`;

/**
 * Sign-ins by OpenID providers: the way there, the way back, and their word that somebody has signed out.
 * @param actorOf who is signed in in the browser
 */
export function oidcRoutes(
  routes: Hono<HttpEnv>,
  app: App,
  { https, publicUrl }: OidcSettings,
  actorOf: (c: Context<HttpEnv>) => Promise<Actor | undefined>,
): void {
  routes.post("/oidc/:id/begin", async (c) => {
    const form = await readForm(c, BeginForm);
    if (!form.ok) return problemResponse(form.problem);
    const providerId = c.req.param("id");
    const { errand, returnTo, language, timeZone } = form.value;
    const begun = await beginAtProvider(app, await actorOf(c), {
      providerId,
      errand,
      redirectUri: (publicUrl ?? new URL(c.req.url).origin) + callbackPath(providerId),
      returnTo: safeReturn(returnTo),
      chosen: { language, ...(timeZone !== undefined && { timeZone }) },
      address: client(c).address,
    });
    if (!begun.ok) return problemResponse(begun.problem);
    c.header("set-cookie", stepCookie(begun.value.token, app.limits.signInStepMinutes, https));
    return c.json({ url: begun.value.url }, 200, { "cache-control": "no-store" });
  });
  routes.get("/oidc/:id/callback", async (c) => {
    const actor = await actorOf(c);
    const token = stepToken(c.req.header("cookie") ?? null);
    const search = new URL(c.req.url).search;
    const back = { token, providerId: c.req.param("id"), search, actor, ...client(c) };
    const { returnTo, outcome } = await endAtProvider(app, back);
    c.header("cache-control", "no-store");
    c.header("set-cookie", clearedStepCookie(https), { append: true });
    if (!outcome.ok) return c.redirect(withProblem(returnTo, outcome.problem.code), 303);
    if (outcome.value) {
      // The browser's former session ends: a token never outlives the sign-in that replaces it.
      if (actor) await signOut(app, actor);
      const cookie = sessionCookie(outcome.value.token, app.limits.sessionDays, https);
      c.header("set-cookie", cookie, { append: true });
    }
    return c.redirect(returnTo, 303);
  });
  routes.post("/oidc/:id/signed-out", async (c) => {
    const text = await c.req.text();
    const token = text.length <= LONGEST_WORD ? new URLSearchParams(text).get("logout_token") : null;
    const isWord = token !== null && (await signedOutThere(app, c.req.param("id"), token));
    c.header("cache-control", "no-store");
    return isWord
      ? c.body(null, 200)
      : problemResponse({ code: "malformed-request", detail: "logout_token" });
  });
}

/** What the page can say; whatever else stands in the way is not the person's doing. */
const worded: readonly ProblemCode[] = REFUSALS;

/** The page says what went wrong, and forgets it. */
function withProblem(path: string, code: ProblemCode): string {
  const url = new URL(path, "http://here");
  url.searchParams.set("refused", worded.includes(code) ? code : "internal");
  return url.pathname + url.search + url.hash;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
