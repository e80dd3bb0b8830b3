import type { Property } from "./component.ts";
import { readHead } from "./line-head.ts";
import { formatParameters } from "./parameter.ts";

/** Reads an unfolded content line; undefined if it is none. `number` is kept as the property's line. */
export const parseContentLine = (line: string, number: number): Property | undefined =>
  readProperty(line, 0, line.length, number);

/** Reads the unfolded content line that stands in `text` from `start` (inclusive) to `end` (exclusive). */
export function readProperty(text: string, start: number, end: number, line: number): Property | undefined {
  const head = readHead(text, start, end);
  if (!head) return undefined;
  const { name, written, parameters } = head;
  const value = text.slice(start + head.colon + 1, end);
  return written === undefined
    ? { name, parameters, value, line }
    : { name, written, parameters, value, line };
}

/** Writes a content line, unfolded and without its line end. */
export const formatContentLine = ({ name, written, parameters, value }: Property): string =>
  `${written ?? name}${formatParameters(parameters)}:${value}`;
