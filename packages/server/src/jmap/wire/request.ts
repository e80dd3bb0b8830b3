import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Turn } from "../../app/app.ts";
import type { Limits } from "../../app/limits.ts";
import { readBody } from "./body.ts";
import { CAPABILITIES, isCapability, type Capability } from "./capabilities.ts";
import type { RequestError } from "./errors.ts";
import { countJson, isJsonObject, jsonObjection, MAX_DEPTH, type Json, type JsonObject } from "./json.ts";

/** One method call or response (RFC 8620 §3.2). */
export interface Invocation {
  readonly name: string;
  readonly args: JsonObject;
  readonly callId: string;
}

/** A well-formed request (RFC 8620 §3.3); the methods' arguments are not checked yet. */
export interface ApiRequest {
  readonly using: ReadonlySet<Capability>;
  readonly calls: readonly Invocation[];
  /** Undefined if the client did not ask for them. */
  readonly createdIds: ReadonlyMap<string, string> | undefined;
}

const MAX_CREATED_IDS = 10_000;

const notJson = (detail: string) => failed<RequestError>({ type: "notJSON", detail });
const notRequest = (detail: string) => failed<RequestError>({ type: "notRequest", detail });
const overLimit = (limit: "maxSizeRequest" | "maxCallsInRequest" | "maxValuesInRequest", value: number) =>
  failed<RequestError>({ type: "limit", limit, status: 400, detail: `${limit} is ${value}` });

/** Reads and checks the body of a POST to the API endpoint. */
export async function readApiRequest(
  request: Request,
  limits: Limits,
  turn: Turn,
): Promise<Result<ApiRequest, RequestError>> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return notJson("the content type must be application/json");
  const body = await readBody(request, limits.requestSize);
  if (!body) return overLimit("maxSizeRequest", limits.requestSize);
  const json = await parseJson(body, limits.maxValuesInRequest, turn);
  return json.ok ? checkRequest(json.value, limits) : json;
}

/** `JSON.parse` is one piece of work, so it gets no more than a bounded number of values; what is long besides it is done in turns. */
async function parseJson(body: Uint8Array, most: number, turn: Turn): Promise<Result<Json, RequestError>> {
  let value: Json;
  let members: number;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const counted = await inTurns(countJson(text, most), turn);
    if (counted.isTooDeep) return notJson(`nested deeper than ${MAX_DEPTH}`);
    if (counted.values > most) return overLimit("maxValuesInRequest", most);
    ({ members } = counted);
    value = JSON.parse(text) as Json;
  } catch (error) {
    return notJson(error instanceof SyntaxError ? error.message : "the body is not UTF-8 text");
  }
  const objection = await inTurns(jsonObjection(value, members), turn);
  return objection === undefined ? ok(value) : notJson(objection);
}

async function inTurns<T>(steps: Generator<undefined, T>, turn: Turn): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turn.isDue()) await turn.next();
  }
}

/** Checks the form of a parsed request. */
function checkRequest(value: Json, limits: Limits): Result<ApiRequest, RequestError> {
  if (!isJsonObject(value)) return notRequest("the request must be an object");
  const { using, methodCalls, createdIds } = value;
  if (!Array.isArray(using) || !using.every((name) => typeof name === "string")) {
    return notRequest("using must be a list of capability names");
  }
  const unknown = using.find((name) => !isCapability(name));
  if (unknown !== undefined) return unknownCapability(unknown);
  if (!Array.isArray(methodCalls)) return notRequest("methodCalls must be a list");
  if (methodCalls.length > limits.maxCallsInRequest)
    return overLimit("maxCallsInRequest", limits.maxCallsInRequest);
  const calls = methodCalls.map(invocation);
  if (!calls.every((call) => call !== undefined))
    return notRequest("a method call must be [name, arguments, id]");
  const ids = createdIds === undefined ? undefined : createdIdsOf(createdIds);
  if (ids === null) return notRequest("createdIds must map creation ids to ids");
  return ok({ using: new Set(using.filter(isCapability)), calls, createdIds: ids });
}

function unknownCapability(name: string): Result<never, RequestError> {
  const detail = `${name.slice(0, 100)} is not supported; this server speaks ${CAPABILITIES.join(", ")}`;
  return failed({ type: "unknownCapability", detail });
}

function invocation(value: Json): Invocation | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [name, args, callId] = value as readonly Json[];
  if (typeof name !== "string" || typeof callId !== "string" || !isJsonObject(args)) return undefined;
  return { name, args, callId };
}

function createdIdsOf(value: Json): ReadonlyMap<string, string> | null {
  if (!isJsonObject(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > MAX_CREATED_IDS) return null;
  const ids = new Map<string, string>();
  for (const [creationId, id] of entries) {
    if (typeof id !== "string") return null;
    ids.set(creationId, id);
  }
  return ids;
}
