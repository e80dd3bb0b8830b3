import { ok } from "@snart/calendar/result.ts";
import { method } from "../method.ts";
import { jsonObject } from "../standard/arguments.ts";
import { CORE } from "../wire/capabilities.ts";

/** Core/echo (RFC 8620 §4): returns its arguments. */
export const coreEcho = method(CORE, jsonObject, async (_context, args) => ok(args));
