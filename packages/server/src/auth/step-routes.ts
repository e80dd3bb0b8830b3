import type { Context, Hono } from "hono";
import * as v from "valibot";
import type { App } from "../app/app.ts";
import { endSecondStep } from "../app/sign-in-ways/end-second-step.ts";
import { beginPasskeySignIn, endPasskeySignIn } from "../app/sign-in-ways/passkey-sign-in.ts";
import type { Entrance } from "../app/sign-in/sign-in.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { passkeyCookie, passkeyToken, stepToken } from "./cookies.ts";
import { client, field, readForm } from "./read-form.ts";

/** What the browser answers for a passkey; the library that checks it reads the rest. */
const PasskeyForm = v.object({ passkey: v.looseObject({ id: field, response: v.looseObject({}) }) });
interface StepSettings {
  readonly https: boolean;
  /** The address of the server; null: as the request has it. */
  readonly publicUrl: string | null;
}

/**
 * Sign-ins in two requests of one browser: a code after the password, and passkeys.
 * @param enter answers with a session for the person who has just been let in
 */
export function stepRoutes(
  routes: Hono<HttpEnv>,
  app: App,
  settings: StepSettings,
  enter: (c: Context<HttpEnv>, entrance: Entrance) => Promise<Response>,
): void {
  routes.post("/second-step", async (c) => {
    const form = await readForm(c, v.object({ code: field }));
    if (!form.ok) return problemResponse(form.problem);
    const token = stepToken(c.req.header("cookie") ?? null);
    const signedIn = await endSecondStep(app, { ...form.value, token, ...client(c) });
    return signedIn.ok ? enter(c, signedIn.value) : problemResponse(signedIn.problem);
  });
  routes.post("/passkey-request", async (c) => {
    const begun = await beginPasskeySignIn(app, originOf(c, settings.publicUrl), client(c).address);
    if (!begun.ok) return problemResponse(begun.problem);
    c.header("set-cookie", passkeyCookie(begun.value.token, app.limits.signInStepMinutes, settings.https));
    return c.json({ publicKey: begun.value.request }, 200, { "cache-control": "no-store" });
  });
  routes.post("/passkey", async (c) => {
    const form = await readForm(c, PasskeyForm);
    if (!form.ok) return problemResponse(form.problem);
    const token = passkeyToken(c.req.header("cookie") ?? null);
    const { passkey: response } = form.value;
    const answer = { token, response, origin: originOf(c, settings.publicUrl), ...client(c) };
    const signedIn = await endPasskeySignIn(app, answer);
    return signedIn.ok ? enter(c, signedIn.value) : problemResponse(signedIn.problem);
  });
}

/** The server's address as the browser has it: passkeys belong to it. */
const originOf = (c: Context<HttpEnv>, publicUrl: string | null): string =>
  publicUrl ?? new URL(c.req.url).origin;
