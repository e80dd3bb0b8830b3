import { failed, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { App } from "../app/app.ts";
import { actAtDoor, type AskedAtDoor } from "../app/displays/act-at-door.ts";
import { doorOf } from "../app/displays/door.ts";
import { wallOf } from "../app/displays/wall.ts";
import type { Problem } from "../app/problems.ts";
import type { Display, PrincipalId } from "../app/types.ts";
import { problemResponse } from "../http/problem-response.ts";

/** What a screen at a door or on a wall asks, by its secret link; nobody is signed in there. The page itself is the web app's. */
export const DOOR_PATH = "/door/:token";

const NO_STORE = { headers: { "cache-control": "no-store" } };

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const instant = v.pipe(v.number(), v.safeInteger());
const act = v.variant("kind", [
  v.strictObject({ kind: v.picklist(["checkIn", "finish"]) }),
  v.strictObject({ kind: v.literal("comeLater"), start: instant }),
  v.strictObject({
    kind: v.literal("book"),
    start: instant,
    end: instant,
    key: short,
    acceptedRules: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  }),
]);
const typed = v.pipe(v.string(), v.minLength(1), v.maxLength(20));
const asked = v.union([
  v.strictObject({ thing: short, household: short, pin: typed, act }),
  v.strictObject({ thing: short, tag: short, act }),
]);

/** GET says what it shows; POST does what a household wants, which its PIN proves. A wall does nothing. */
export async function door(app: App, display: Display, request: Request): Promise<Response> {
  if (request.method !== "POST") {
    const shown = display.calendarIds === null ? await doorOf(app, display) : await wallOf(app, display);
    return Response.json(shown, NO_STORE);
  }
  const wish = await read(request);
  const done = wish.ok ? await actAtDoor(app, display, wish.value) : wish;
  return done.ok ? Response.json(done.value, NO_STORE) : problemResponse(done.problem);
}

/** Bodies of the kinds that a foreign page may send without asking are refused. */
async function read(request: Request): Promise<Result<AskedAtDoor, Problem>> {
  const malformed = (detail: string): Result<never, Problem> => failed({ code: "malformed-request", detail });
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
    return malformed("Content-Type must be application/json");
  let json: unknown;
  try {
    json = JSON.parse(await request.text());
  } catch (error) {
    if (error instanceof SyntaxError) return malformed("the body is not JSON");
    throw error;
  }
  const parsed = v.safeParse(asked, json);
  if (!parsed.success) return malformed(v.getDotPath(parsed.issues[0]) ?? "the body");
  const { thing, act, ...who } = parsed.output;
  return { ok: true, value: { thing: thing as PrincipalId, act, who } };
}
