import fc from "fast-check";
import { isObjectType } from "../../packages/calendar/src/icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../../packages/calendar/src/icalendar/component.ts";
import { parseICalendar } from "../../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../../packages/calendar/src/icalendar/serialise.ts";
import {
  splitByUid,
  type ImportedObject,
  type StreamHeader,
} from "../../packages/calendar/src/icalendar/split-stream.ts";
import { textValue } from "../../packages/calendar/src/icalendar/text.ts";
import { anyText } from "./loose-texts.ts";
import { expectSame, expectThat, type Target } from "./target.ts";

interface Split {
  readonly header: StreamHeader | undefined;
  readonly items: readonly ImportedObject[];
}

async function split(chunks: readonly string[]): Promise<Split> {
  let header: StreamHeader | undefined;
  const items: ImportedObject[] = [];
  const options = {
    newUid: (text: string) => `made-${text.length}`,
    onHeader: (h: StreamHeader) => (header = h),
  };
  for await (const item of splitByUid(chunks, options)) items.push(item);
  return { header, items };
}

const told = ({ header, items }: Split): unknown => [
  header,
  items.map((item) =>
    item.ok ? [item.uid, item.line, serialiseICalendar(item.calendar), item.warnings] : item,
  ),
];

/** One component of an object as text; only those with a UID of their own can be compared. */
const ownComponents = (calendar: Component): Component[] =>
  calendar.components.filter((one) => isObjectType(one.name) && textValue(one, "UID")?.trim());

const idOf = (component: Component): string =>
  `${component.name} ${textValue(component, "UID")?.trim()} ${firstProperty(component, "RECURRENCE-ID")?.value.trim() ?? ""}`;

async function checkStream({ text, cuts }: { text: string; cuts: readonly number[] }): Promise<void> {
  const places = [
    0,
    ...cuts.map((cut) => Math.floor(cut * text.length)).toSorted((a, b) => a - b),
    text.length,
  ];
  const chunks = places.slice(1).map((to, i) => text.slice(places[i], to));
  const whole = await split([text]);
  expectSame(
    told(await split(chunks)),
    told(whole),
    `in chunks of ${chunks.map(({ length }) => length).join()}`,
  );
  const parsed = parseICalendar(text);
  // A stream with a calendar inside a calendar has two.
  if (!parsed.ok || parsed.value.calendar.components.some(({ name }) => name === "VCALENDAR")) return;
  const expected = ownComponents(parsed.value.calendar);
  const found = whole.items.flatMap((item) => (item.ok ? ownComponents(item.calendar) : []));
  const texts = new Set(expected.map((one) => serialiseICalendar(one)));
  const ids = new Set(found.map(idOf));
  for (const one of found)
    expectThat(
      texts.has(serialiseICalendar(one)) || textValue(one, "UID")?.startsWith("made-") === true,
      `not what the whole parser reads: ${serialiseICalendar(one)}`,
    );
  for (const one of expected) expectThat(ids.has(idOf(one)), `lost: ${idOf(one)}`);
}

export const stream: Target<{ text: string; cuts: readonly number[] }> = {
  name: "stream",
  promise: "a stream gives the same wherever it is cut, and what the parser of whole texts reads",
  share: 140,
  inputs: fc.record({
    text: anyText,
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  }),
  check: checkStream,
};
