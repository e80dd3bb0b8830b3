import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { invalidArguments, type MethodError } from "./errors.ts";
import { isJsonObject, jsonWeight, member, type Json, type JsonObject } from "./json.ts";
import type { Invocation } from "./request.ts";

/** The answers of earlier calls of the same request, and the limit for quoting them. */
interface Referable {
  readonly responses: readonly Invocation[];
  /**
   * The most characters of one call's arguments after references are filled in. References share their targets, so a
   * chain of calls that each quote the last one twice would otherwise double 32 times.
   */
  readonly maxWeight: number;
  readonly weights: WeakMap<object, number>;
}

const unresolved = (description: string) =>
  failed<MethodError>({ type: "invalidResultReference", description });

/** The arguments with every `#name` replaced by the value that it refers to (RFC 8620 §3.7). */
export function resolveReferences(args: JsonObject, known: Referable): Result<JsonObject, MethodError> {
  const names = Object.keys(args);
  if (!names.some((name) => name.startsWith("#"))) return ok(args);
  const resolved = new Map<string, Json>();
  for (const [name, value] of Object.entries(args)) {
    const isReference = name.startsWith("#");
    const plain = isReference ? name.slice(1) : name;
    if (isReference && Object.hasOwn(args, plain)) return failed(invalidArguments(`${plain} is given twice`));
    const result = isReference ? resolve(value, known.responses) : ok(value);
    if (!result.ok) return result;
    resolved.set(plain, result.value);
  }
  const filled = Object.fromEntries(resolved);
  if (jsonWeight(filled, known.weights) > known.maxWeight) return unresolved("the references quote too much");
  return ok(filled);
}

function resolve(reference: Json, responses: readonly Invocation[]): Result<Json, MethodError> {
  if (!isJsonObject(reference)) return unresolved("a reference must be an object");
  const { resultOf, name, path } = reference;
  if (typeof resultOf !== "string" || typeof name !== "string" || typeof path !== "string") {
    return unresolved("a reference needs resultOf, name and path");
  }
  const called = responses.filter(({ callId }) => callId === resultOf);
  // An implicit response has the same id (RFC 8620 §5.4): the name tells them apart.
  const response = called.find((one) => one.name === name) ?? called[0];
  if (!response) return unresolved(`no earlier call is called ${resultOf.slice(0, 100)}`);
  if (response.name !== name) return unresolved(`that call answered ${response.name}`);
  const value = pointed(response.args, path);
  return value === undefined ? unresolved("the path leads nowhere in that answer") : ok(value);
}

const MAX_TOKENS = 64;

/** The target of a JSON Pointer (RFC 6901), with `*` for every item of an array; undefined if there is none. */
export function pointed(root: Json, path: string): Json | undefined {
  if (path === "") return root;
  if (!path.startsWith("/")) return undefined;
  const tokens = path
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return tokens.length > MAX_TOKENS ? undefined : follow(root, tokens, 0);
}

function follow(value: Json, tokens: readonly string[], at: number): Json | undefined {
  const token = tokens[at];
  if (token === undefined) return value;
  if (Array.isArray(value)) {
    if (token === "*") return followAll(value, tokens, at + 1);
    const item: Json | undefined = /^(0|[1-9]\d{0,8})$/.test(token) ? value[Number(token)] : undefined;
    return item === undefined ? undefined : follow(item, tokens, at + 1);
  }
  const child = isJsonObject(value) ? member(value, token) : undefined;
  return child === undefined ? undefined : follow(child, tokens, at + 1);
}

function followAll(items: readonly Json[], tokens: readonly string[], at: number): Json | undefined {
  const found: Json[] = [];
  for (const item of items) {
    const value = follow(item, tokens, at);
    if (value === undefined) return undefined;
    if (Array.isArray(value)) for (const inner of value as readonly Json[]) found.push(inner);
    else found.push(value);
  }
  return found;
}
