import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";

/** The longest name of a category that can be typed. */
export const LONGEST_CATEGORY = 80;

/** Returns the names of an event's categories, in their order. */
export const categoriesOfEvent = ({ keywords = {} }: JSEvent): readonly string[] =>
  Object.keys(keywords).filter((name) => keywords[name]);

/** Returns the categories as an event has them; undefined: none. */
export const keywordsOf = (names: readonly string[] = []): JSEvent["keywords"] =>
  names.length > 0 ? Object.fromEntries(names.map((name) => [name, true as const])) : undefined;

/** Returns the patch of changed categories. */
export function categoriesPatch(
  before: readonly string[] = [],
  after: readonly string[] = before,
): PatchObject {
  return sameJson([...before], [...after]) ? {} : { keywords: keywordsOf(after) ?? null };
}

/** Returns the categories with those of a text, which are parted by commas; the same name in other letters is not added again. */
export function withCategories(names: readonly string[], text: string): readonly string[] {
  const added = [...names];
  for (const part of text.split(",")) {
    const name = part.trim().slice(0, LONGEST_CATEGORY);
    const isHere = added.some((it) => it.toLocaleLowerCase() === name.toLocaleLowerCase());
    if (name !== "" && !isHere) added.push(name);
  }
  return added;
}
