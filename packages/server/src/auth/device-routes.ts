import { randomUUID } from "node:crypto";
import { Hono, type Context } from "hono";
import * as v from "valibot";
import type { App } from "../app/app.ts";
import { connectDevice } from "../app/accounts/connect-device.ts";
import { aboutLink } from "../app/accounts/use-account-link.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { appleProfile } from "./apple-profile.ts";
import { field, readForm } from "./read-form.ts";

const ConnectForm = v.object({ token: field, label: field });

/**
 * The target of the link in a QR code: shows whose calendars they are, and gives the device an app password. Nobody
 * is signed in there; only the token counts, and it works once.
 * @param publicUrl the configured address of the server
 */
export function deviceRoutes(app: App, publicUrl: string | null): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const noStore = { "cache-control": "no-store" };

  routes.get("/device/:token", async (c) => {
    const told = await aboutLink(app, c.req.param("token"), "device");
    return told.ok
      ? c.json({ displayName: told.value.displayName }, 200, noStore)
      : problemResponse(told.problem);
  });
  routes.post("/connect-device", async (c) => {
    const form = await readForm(c, ConnectForm);
    const made = form.ok ? await connectDevice(app, form.value.token, form.value.label) : form;
    return made.ok ? c.json(made.value, 201, noStore) : problemResponse(made.problem);
  });
  // An ordinary form, because iOS accepts a profile from a server but not from a script. A foreign page may post it
  // too, but has no token.
  routes.post("/apple-profile", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const made = await connectDevice(app, form.get("token") ?? "", form.get("label") ?? "");
    if (!made.ok) return problemResponse(made.problem);
    const { login, displayName, secret } = made.value;
    const profile = appleProfile({
      address: `${publicUrl ?? originOf(c)}/dav/`,
      userName: login,
      password: secret,
      name: `Snart, ${displayName}`,
      ids: [randomUUID(), randomUUID()],
    });
    return c.body(profile, 200, {
      ...noStore,
      "content-type": "application/x-apple-aspen-config",
      "content-disposition": 'attachment; filename="snart.mobileconfig"',
    });
  });
  return routes;
}

const originOf = (c: Context<HttpEnv>): string => new URL(c.req.url).origin;
