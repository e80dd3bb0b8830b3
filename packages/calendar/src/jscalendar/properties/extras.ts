import { makeProperty, parameterValue, propertiesNamed, withProperties } from "../../icalendar/component.ts";
import type { Component, Property } from "../../icalendar/component.ts";
import { escapeText, unescapeText } from "../../icalendar/text.ts";
import { applyPatchTo, diffObjects, pathTokens, sameJson } from "../patch.ts";
import type { JsonObject } from "../patch.ts";
import { JMAP_METADATA } from "../types.ts";
import type { JsonValue } from "../types.ts";

const NAME = "JSPROP";

/** Never kept in JSPROP: written elsewhere, or not part of the object. */
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

/** The path and value of a JSPROP; undefined if it can't be read. */
function readExtra(property: Property): readonly [string, JsonValue] | undefined {
  const path = parameterValue(property, "JSPTR");
  if (!path) return undefined;
  try {
    const value = JSON.parse(unescapeText(property.value)) as JsonValue;
    return value === null ? undefined : [path, value];
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
 * The item with what JSPROP adds (draft-ietf-calext-jscalendar-icalendar): JSCalendar properties that have no
 * iCalendar property of their own. What is there already wins.
 */
export function readExtras(component: Component, item: JsonObject): JsonObject {
  let result = item;
  for (const property of propertiesNamed(component, NAME)) {
    const extra = readExtra(property);
    if (!extra || has(result, pathTokens(extra[0]))) continue;
    const next = applyPatchTo(result, { [extra[0]]: extra[1] });
    if (next.ok) result = next.value;
  }
  return result;
}

const rootOf = (path: string): string => pathTokens(path)[0] ?? "";

/**
 * The component with JSPROP for all that the item says and the rest of the component (`said`) does not, as far as it
 * is about properties that changed; what JSPROP says of others stays.
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
