import type { Component } from "./component.ts";
import { fold, LINE_END } from "./fold.ts";
import { plainHead, writtenHead } from "./written-head.ts";
import type { WrittenHead } from "./written-head.ts";

/** Writes a component as iCalendar text: CRLF line ends, lines folded at 75 octets of UTF-8 (RFC 5545 §3.1). */
export function serialiseICalendar(component: Component): string {
  // Every line begins with the end of the one before it.
  const text = withLines(component, "") + LINE_END;
  return text.slice(LINE_END.length);
}

function withLines(component: Component, before: string): string {
  const name = component.written ?? component.name;
  let text = withLine(before, plainHead("BEGIN"), name);
  for (const property of component.properties) text = withLine(text, writtenHead(property), property.value);
  for (const inner of component.components) text = withLines(inner, text);
  return withLine(text, plainHead("END"), name);
}

/** The engine joins such a text only when it is read: much cheaper than a list of many lines. */
const withLine = (before: string, head: WrittenHead, value: string): string =>
  before + head.text + fold(value, head.column);
