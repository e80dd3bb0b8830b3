import { Hono } from "hono";
import * as v from "valibot";
import type { App } from "../app/app.ts";
import { aboutLetter, joinByLetter } from "../app/households/join-household.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { problemResponse } from "../http/problem-response.ts";
import { client, field, readForm } from "./read-form.ts";

const JoinForm = v.object({
  code: field,
  email: field,
  displayName: field,
  language: v.picklist(["en-GB", "sv"]),
});

/**
 * The target of the code in a household's letter: whose it is, and the way to an account for somebody who has none. Nobody is signed in
 * here.
 * @param publicUrl the configured address of the server; null: none, and no links are mailed
 */
export function householdRoutes(app: App, publicUrl: string | null): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  routes.get("/household/:code", async (c) => {
    const told = await aboutLetter(app, c.req.param("code"), client(c).address);
    return told.ok ? c.json(told.value, 200, { "cache-control": "no-store" }) : problemResponse(told.problem);
  });
  routes.post("/join-household", async (c) => {
    const form = await readForm(c, JoinForm);
    if (!form.ok) return problemResponse(form.problem);
    const joined = await joinByLetter(app, { ...form.value, address: client(c).address, publicUrl });
    return joined.ok ? c.json(joined.value, 201) : problemResponse(joined.problem);
  });
  return routes;
}
