import type { Context, Hono } from "hono";
import * as v from "valibot";
import { failed } from "@snart/calendar/result.ts";
import { askReset } from "../app/accounts/ask-reset.ts";
import { changeAddressByLink } from "../app/accounts/change-address.ts";
import { reopenAccount } from "../app/accounts/close-account.ts";
import { beginSession, type SignedIn } from "../app/sign-in/sessions.ts";
import { enterByLink, type Entrance } from "../app/sign-in/sign-in.ts";
import { aboutLink, aboutReset, acceptInvitation, resetPassword } from "../app/accounts/use-account-link.ts";
import type { App } from "../app/app.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { client, field, readForm } from "./read-form.ts";

const AcceptForm = v.object({
  token: field,
  displayName: field,
  password: field,
  language: v.picklist(["en-GB", "sv"]),
  timeZone: field,
});
/** A booking page, which somebody has come from and goes back to; nothing else. */
const wayBack = v.pipe(field, v.maxLength(1_000), v.regex(/^\/b(?:\/[\w-]+){1,3}(?:\?[\x21-\x7e]*)?$/));
const AskResetForm = v.object({
  email: field,
  language: v.picklist(["en-GB", "sv"]),
  to: v.exactOptional(wayBack),
});
const ResetForm = v.object({ token: field, password: field, removeDevices: v.optional(v.boolean(), false) });

/**
 * The targets of the links in invitations and in mails about passwords and addresses, and the form that requests one without signing in.
 * @param publicUrl the address of the server; null: not configured
 * @param answers with a session for the person who has just been let in, or with the second step that they have
 */
export function accountLinkRoutes(
  routes: Hono<HttpEnv>,
  app: App,
  publicUrl: string | null,
  answers: {
    readonly begin: (c: Context<HttpEnv>, signedIn: SignedIn, status: 200 | 201) => Promise<Response>;
    readonly enter: (c: Context<HttpEnv>, entrance: Entrance) => Promise<Response>;
  },
): void {
  const about = async (
    c: Context<HttpEnv>,
    kind: "invitation" | "restore" | "address",
  ): Promise<Response> => {
    const told = await aboutLink(app, c.req.param("token") ?? "", kind);
    return told.ok ? c.json(told.value, 200, { "cache-control": "no-store" }) : problemResponse(told.problem);
  };
  routes.get("/invitation/:token", async (c) => about(c, "invitation"));
  // Whether links are mailed at all is no secret: the form says so before anybody fills it in.
  routes.get("/reset", (c) => c.json({ isMailed: app.outside !== undefined && publicUrl !== null }));
  routes.post("/ask-reset", async (c) => {
    const form = await readForm(c, AskResetForm);
    if (!form.ok) return problemResponse(form.problem);
    const { address } = client(c);
    // Without a configured address the server would have to trust the request's headers.
    const asked =
      publicUrl === null
        ? failed({ code: "mail-not-set-up" } as const)
        : await askReset(app, { ...form.value, address, origin: publicUrl });
    return asked.ok ? c.body(null, 202) : problemResponse(asked.problem);
  });
  routes.get("/restore/:token", async (c) => about(c, "restore"));
  routes.post("/restore-account", async (c) => {
    const form = await readForm(c, v.object({ token: field }));
    const reopened = form.ok ? await reopenAccount(app, form.value.token) : form;
    return reopened.ok ? c.body(null, 204) : problemResponse(reopened.problem);
  });
  routes.get("/address/:token", async (c) => about(c, "address"));
  routes.post("/change-address", async (c) => {
    const form = await readForm(c, v.object({ token: field }));
    const changed = form.ok ? await changeAddressByLink(app, form.value.token) : form;
    return changed.ok ? c.body(null, 204) : problemResponse(changed.problem);
  });
  routes.get("/reset/:token", async (c) => {
    const told = await aboutReset(app, c.req.param("token"));
    return told.ok ? c.json(told.value, 200, { "cache-control": "no-store" }) : problemResponse(told.problem);
  });
  routes.post("/accept-invitation", async (c) => {
    const form = await readForm(c, AcceptForm);
    const made = form.ok ? await acceptInvitation(app, form.value) : form;
    if (!made.ok) return problemResponse(made.problem);
    return answers.begin(c, await beginSession(app, made.value, client(c).userAgent), 201);
  });
  routes.post("/reset-password", async (c) => {
    const form = await readForm(c, ResetForm);
    if (!form.ok) return problemResponse(form.problem);
    const { token, password, removeDevices } = form.value;
    const changed = await resetPassword(app, token, password, removeDevices);
    if (!changed.ok) return problemResponse(changed.problem);
    return answers.enter(c, await enterByLink(app, changed.value, client(c).userAgent));
  });
}
