import type { Property } from "./component.ts";
import type { LineReader } from "./line-reader.ts";
import { parseHead, type LineHead } from "./line-head.ts";
import { formatParameters } from "./parameter.ts";

/** Reads an unfolded content line; undefined if it isn't one. `number` becomes the property's line. */
export function parseContentLine(line: string, number: number): Property | undefined {
  const head = parseHead(line);
  return head && makeRead(head, line.slice(head.colon + 1), number);
}

/** The line that a reader has just read, as a property. */
export const readProperty = (reader: LineReader): Property => makeRead(reader, reader.value, reader.number);

function makeRead(
  { name, written, parameters }: Pick<LineHead, "name" | "written" | "parameters">,
  value: string,
  line: number,
): Property {
  return written === undefined
    ? { name, parameters, value, line }
    : { name, written, parameters, value, line };
}

/** Writes a content line, unfolded and without its line end. */
export const formatContentLine = ({ name, written, parameters, value }: Property): string =>
  `${written ?? name}${formatParameters(parameters)}:${value}`;
