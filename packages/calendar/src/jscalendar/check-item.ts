import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { ITEM_CHECKS, itemNames, overrideNames } from "./item-checks.ts";
import {
  applyPatchTo,
  escapePathToken,
  pathInsideAnother,
  pathTokens,
  sameJson,
  type JsonObject,
} from "./patch.ts";
import type { JsonValue, PatchObject } from "./types.ts";
import { isJsonObject, noFindings, type Finding, type Findings } from "./value-check.ts";

/** What an item is checked against. */
interface CheckOptions {
  /** properties that must be present */
  readonly required?: readonly string[];
  /** the stored item: values equal to its own are accepted, however odd */
  readonly known?: JsonObject;
}

function checkProperty(name: string, value: JsonValue, findings: Findings): void {
  if (Object.hasOwn(ITEM_CHECKS, name)) ITEM_CHECKS[name]?.(value, escapePathToken(name), findings);
}

/** The path of a patch that a finding belongs to, followed by the rest of the finding's pointer. */
function blamed(pointer: string, paths: readonly string[]): string {
  const path = paths.find((one) => pointer === one || pointer.startsWith(`${one}/`));
  if (path !== undefined) return escapePathToken(path) + pointer.slice(path.length);
  const [root = ""] = pathTokens(pointer);
  return escapePathToken(paths.find((one) => pathTokens(one)[0] === root) ?? root);
}

/** Applies the paths of an override to the properties that they reach into; only those are copied. */
function reached(series: JsonObject, patch: PatchObject, deep: readonly string[]): JsonObject {
  const roots = new Set(deep.map((path) => pathTokens(path)[0] ?? ""));
  const base = [...roots].map((name): [string, JsonValue] => [
    name,
    (Object.hasOwn(series, name) ? series[name] : undefined) ?? {},
  ]);
  const patches = Object.fromEntries(deep.map((path) => [path, patch[path] ?? null]));
  const applied = applyPatchTo(Object.fromEntries(base), patches);
  // A path that leads nowhere has no effect (RFC 8984 §4.3.5).
  return applied.ok ? applied.value : {};
}

function checkOverride(series: JsonObject, key: string, patch: PatchObject, findings: Findings): void {
  const at = `recurrenceOverrides/${escapePathToken(key)}`;
  const paths = Object.keys(patch);
  const deep = paths.filter((path) => path.includes("/"));
  const own = noFindings();
  const inner = pathInsideAnother(paths);
  if (inner !== undefined) own.add(escapePathToken(inner), "must not begin with another path of the patch");
  overrideNames(Object.fromEntries(paths.map((path) => [pathTokens(path)[0] ?? "", true])), "", own);
  for (const path of paths) {
    const value = patch[path] ?? null;
    if (value !== null && !path.includes("/")) checkProperty(path, value, own);
  }
  for (const { pointer, reason } of own.all) findings.add(`${at}/${pointer}`, reason);
  if (deep.length === 0) return;
  const inside = noFindings();
  for (const [name, value] of Object.entries(reached(series, patch, deep)))
    checkProperty(name, value, inside);
  for (const { pointer, reason } of inside.all) findings.add(`${at}/${blamed(pointer, deep)}`, reason);
}

/** The value at a pointer; undefined if there is none. */
function valueAt(item: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value = item;
  for (const name of pathTokens(pointer)) {
    if (Array.isArray(value)) value = value[Number(name)] as JsonValue | undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** Findings without those of values that were stored before, at the same place. */
function newFindings(item: JsonObject, known: JsonObject): Findings {
  const { all, add } = noFindings();
  return {
    all,
    add(pointer, reason) {
      const before = valueAt(known, pointer);
      if (before === undefined || !sameJson(before, valueAt(item, pointer))) add(pointer, reason);
    },
  };
}

/**
 * What is wrong with an event or task: types and ranges of all known properties, in the item and after each of its
 * overrides. A null counts as absent. At most `MAX_FINDINGS`; none for a valid item.
 */
export function findingsOf(
  item: JsonObject,
  { required = [], known = {} }: CheckOptions = {},
): readonly Finding[] {
  const findings = newFindings(item, known);
  const isKnown = (name: string): boolean => Object.hasOwn(known, name) && sameJson(item[name], known[name]);
  for (const name of required) if ((item[name] ?? null) === null) findings.add(name, "must be there");
  itemNames(item, "", findings);
  for (const [name, value] of Object.entries(item))
    if (value !== null && !isKnown(name)) checkProperty(name, value, findings);
  const overrides = item["recurrenceOverrides"];
  if (!isJsonObject(overrides) || isKnown("recurrenceOverrides")) return findings.all;
  const before = known["recurrenceOverrides"];
  for (const [key, patch] of Object.entries(overrides)) {
    const isSame = isJsonObject(before) && Object.hasOwn(before, key) && sameJson(before[key], patch);
    if (isJsonObject(patch) && !isSame) checkOverride(item, key, patch, findings);
  }
  return findings.all;
}

/** Findings as one problem, which lists every pointer and every reason. */
export const problemOf = (findings: readonly Finding[]): CalendarProblem => ({
  code: "invalid-jscalendar",
  properties: findings.map(({ pointer }) => pointer),
  detail: findings.map(({ pointer, reason }) => `${pointer} ${reason}`).join("; "),
});

/** An event or task that may be written: `findingsOf` has none. Properties set to null are left out. */
export function checkItem(item: JsonObject, options: CheckOptions = {}): Result<JsonObject, CalendarProblem> {
  const findings = findingsOf(item, options);
  if (findings.length > 0) return failed(problemOf(findings));
  return ok(Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)));
}
