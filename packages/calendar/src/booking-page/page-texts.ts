import type { RuleProblemCode } from "../booking/read/json-reader.ts";
import type { Words } from "./event-type.ts";

/** Bounds of what a page says of itself, around its event types. */
export const PAGE_TEXT_LIMITS = {
  /** characters of a title, unless the server is told otherwise */
  title: 200,
  /** characters of a description */
  description: 2_000,
  types: 20,
  /** origins whose pages may show it in a frame */
  origins: 20,
  /** days that guests' data are kept at most */
  daysKept: 366,
} as const;

/** What no text of several lines may hold. */
const CONTROL = /[\p{Cc}--[\n]]/v;

/**
 * What is wrong with a text for guests, if anything.
 * @param longest characters of one language
 * @param isNeeded whether it has to say something in one of the languages
 */
export function wordsProblem(
  words: Words,
  longest: number,
  isNeeded: boolean,
): Extract<RuleProblemCode, "empty" | "too-long" | "hostile-text"> | undefined {
  const texts = [words.en, words.sv].filter((each) => each !== undefined);
  if (isNeeded && !texts.some((text) => text.trim() !== "")) return "empty";
  if (texts.some((text) => text.length > longest)) return "too-long";
  return texts.some((text) => CONTROL.test(text)) ? "hostile-text" : undefined;
}
