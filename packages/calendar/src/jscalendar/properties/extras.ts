import {
  makeProperty,
  parameterValue,
  propertiesNamed,
  withProperties,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import { escapeText, unescapeText } from "../../icalendar/text.ts";
import { diffObjects, isEmptyMap, pathTokens, sameJson, type JsonObject } from "../patch.ts";
import { JMAP_METADATA, type JsonValue } from "../types.ts";

const NAME = "JSPROP";

/** Never stored as JSPROP: written elsewhere, or not part of the object. */
const NOT_EXTRA: ReadonlySet<string> = new Set([
  ...JMAP_METADATA,
  "@type",
  "uid",
  "prodId",
  "created",
  "updated",
  "sequence",
  "method",
  "iCalendar",
  "recurrenceId",
  "recurrenceIdTimeZone",
  "recurrenceRule",
  "recurrenceOverrides",
  "start",
  "due",
  "duration",
  "timeZone",
  "endTimeZone",
  "showWithoutTime",
]);

/** More deeply nested values are ignored: recursive functions could run out of stack on them. */
const MAX_DEPTH = 32;

const isShallow = (value: JsonValue, depth: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth > 0 && Object.values(value).every((child: JsonValue) => isShallow(child, depth - 1)));

/** The path and value of a JSPROP; undefined if it can't be read. */
function readExtra(property: Property): readonly [string, JsonValue] | undefined {
  const path = parameterValue(property, "JSPTR");
  if (!path) return undefined;
  try {
    const value = JSON.parse(unescapeText(property.value)) as JsonValue;
    return value === null || !isShallow(value, MAX_DEPTH) ? undefined : [path, value];
  } catch {
    return undefined;
  }
}

function has(object: JsonObject, tokens: readonly string[]): boolean {
  const [name = "", ...rest] = tokens;
  if (!Object.hasOwn(object, name)) return false;
  const child = object[name];
  if (rest.length === 0) return true;
  return (
    typeof child === "object" && child !== null && !Array.isArray(child) && has(child as JsonObject, rest)
  );
}

/**
 * Adds the properties of JSPROP to an item (draft-ietf-calext-jscalendar-icalendar): JSCalendar properties without an
 * iCalendar counterpart. Present values take precedence.
 */
export function readExtras(component: Component, item: JsonObject): JsonObject {
  const properties = propertiesNamed(component, NAME);
  if (properties.length === 0) return item;
  // One copy that all values are added to: copying for each of a thousand would take quadratic time.
  const result = JSON.parse(JSON.stringify(item)) as Record<string, JsonValue>;
  for (const property of properties) {
    const extra = readExtra(property);
    if (extra) addAt(result, pathTokens(extra[0]), extra[1]);
  }
  return result;
}

/** Adds a value if its parent is an object that does not have it yet. */
function addAt(
  object: Record<string, JsonValue>,
  [name = "", ...rest]: readonly string[],
  value: JsonValue,
): void {
  if (name === "__proto__") return;
  const child = Object.hasOwn(object, name) ? object[name] : undefined;
  if (rest.length === 0) {
    if (child === undefined) object[name] = value;
  } else if (typeof child === "object" && child !== null && !Array.isArray(child)) {
    addAt(child as Record<string, JsonValue>, rest, value);
  }
}

const rootOf = (path: string): string => pathTokens(path)[0] ?? "";

/**
 * Writes JSPROP for changed properties of the item that the rest of the component (`said`) doesn't express; JSPROP of
 * other properties stays.
 */
export function withExtras(
  component: Component,
  said: JsonObject,
  item: JsonObject,
  isChanged: (name: string) => boolean,
): Component {
  const missing = Object.entries(diffObjects(said, item)).filter(
    ([path, value]) =>
      value !== null &&
      !isEmptyMap(path, value) &&
      isChanged(rootOf(path)) &&
      !NOT_EXTRA.has(rootOf(path)) &&
      !path.endsWith("/@type") &&
      !has(said, pathTokens(path)),
  );
  const wanted = new Map(missing);
  const kept = component.properties.filter((property) => {
    if (property.name !== NAME) return true;
    const [path, value] = readExtra(property) ?? [];
    if (path === undefined || !isChanged(rootOf(path))) return true;
    return sameJson(wanted.get(path), value) && wanted.delete(path);
  });
  if (kept.length === component.properties.length && wanted.size === 0) return component;
  const added = [...wanted].map(([path, value]) =>
    makeProperty(NAME, escapeText(JSON.stringify(value)), { JSPTR: path }),
  );
  return withProperties(component, [...kept, ...added]);
}
