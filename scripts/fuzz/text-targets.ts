import fc from "fast-check";
import type { Component, Property } from "../../packages/calendar/src/icalendar/component.ts";
import { joinSplitCharacters } from "../../packages/calendar/src/icalendar/join-split-characters.ts";
import { parseICalendar } from "../../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../../packages/calendar/src/icalendar/serialise.ts";
import { escapeText, unescapeText } from "../../packages/calendar/src/icalendar/text.ts";
import { anyText, soundText } from "./loose-texts.ts";
import { expectSame, expectThat, type Target } from "./target.ts";

const bare = ({ name, parameters, value }: Property): unknown => [
  name,
  parameters.map((parameter) => [parameter.name, parameter.values]),
  value,
];

/** The meaning of a tree: line numbers and spelling are left out. */
export const meaning = (component: Component): unknown => [
  component.name,
  component.properties.map(bare),
  component.components.map(meaning),
];

/**
 * The content lines of a text by the plainest reading of RFC 5545 §3.1; BEGIN and END by the component that they
 * name.
 */
function contentLines(text: string): string[] {
  return text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => (/^(begin|end)[:;]/i.test(line) ? line.slice(line.lastIndexOf(":") + 1).trim() : line))
    .toSorted();
}

/** Every parameter written again from what was read. */
const rewritten = (component: Component): Component => ({
  ...component,
  properties: component.properties.map((property) => ({
    ...property,
    parameters: property.parameters.map(({ name, values }) => ({ name, values })),
  })),
  components: component.components.map(rewritten),
});

function reparsed(text: string, what: string): Component {
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(`${what} is not read: ${JSON.stringify(parsed.problem)}`);
  return parsed.value.calendar;
}

function checkRoundTrip(text: string): void {
  const parsed = parseICalendar(text);
  if (!parsed.ok) return;
  const { calendar } = parsed.value;
  const written = serialiseICalendar(calendar);
  expectSame(contentLines(written), contentLines(text), "content lines");
  const again = reparsed(written, "what was written");
  expectSame(meaning(again), meaning(calendar), "the tree");
  expectThat(serialiseICalendar(again) === written, "writing is not stable");
  const fresh = reparsed(serialiseICalendar(rewritten(calendar)), "what was written anew");
  expectSame(meaning(fresh), meaning(calendar), "the tree, its parameters written anew");
  for (const line of written.split("\r\n"))
    if (Buffer.byteLength(line) > 75 && !/^(BEGIN|END):/i.test(line)) throw new Error(`not folded: ${line}`);
}

/** Bytes folded without regard to characters, as some software does. */
function checkSplitCharacters({ text, width }: { text: string; width: number }): void {
  const expected = reparsed(text, "a sound text");
  const source = Buffer.from(text);
  const folded: number[] = [];
  let column = 0;
  for (const byte of source) {
    if (column === width && byte !== 13 && byte !== 10) {
      folded.push(13, 10, 32);
      column = 1;
    }
    folded.push(byte);
    column = byte === 10 ? 0 : column + 1;
  }
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    joinSplitCharacters(Uint8Array.from(folded)),
  );
  expectSame(meaning(reparsed(decoded, "the folded text")), meaning(expected), "the tree");
}

function checkEscape(text: string): void {
  const clean = text
    .replace(/\r\n?/g, "\n")
    // eslint-disable-next-line no-control-regex -- escaping drops them, as content lines have no place for them
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
  expectSame(unescapeText(escapeText(text)), clean, "the text");
  expectThat(!/[\r\n]/.test(escapeText(text)), "a line break is left");
}

export const roundTrip: Target<string> = {
  name: "round trip",
  promise: "what is parsed and written again has the same content lines and the same tree; nothing throws",
  share: 380,
  inputs: anyText,
  check: checkRoundTrip,
};

export const splitCharacters: Target<{ text: string; width: number }> = {
  name: "split characters",
  promise: "text folded inside UTF-8 sequences is read as if folded elsewhere",
  share: 40,
  inputs: fc.record({ text: soundText, width: fc.integer({ min: 8, max: 76 }) }),
  check: checkSplitCharacters,
};

export const escaping: Target<string> = {
  name: "escaping",
  promise: "unescaping gives back what was escaped",
  share: 60,
  inputs: fc.string({
    unit: fc.oneof(
      fc.constantFrom("\\", "n", "N", ";", ",", "\r", "\n", "\0", "\u2028"),
      fc.string({ unit: "grapheme", maxLength: 2 }),
    ),
    maxLength: 20,
  }),
  check: checkEscape,
};
