import type { Context } from "hono";
import * as v from "valibot";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Problem } from "../app/problems.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { networkOf } from "./network-of.ts";

/** Longer than any form's field; longer ones are refused unread. */
export const field = v.pipe(v.string(), v.maxLength(4_096));

/** The client, as far as a request identifies it. */
export const client = (c: Context<HttpEnv>): { address: string; userAgent: string | null } => ({
  address: networkOf(c.get("address")),
  userAgent: c.req.header("user-agent")?.slice(0, 200) ?? null,
});

/** Reads a form as JSON only: bodies of the kinds that a foreign page may send without asking are refused. */
export async function readForm<S extends v.GenericSchema>(
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
