import { findClashes, type Clash } from "@snart/calendar/free-busy/clashes.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";

/** More than this many are told by the first ones. */
const MOST_NAMED = 3;

/** What the page of a poll says of its times; `box` is where the calendar is chosen. */
interface Page {
  readonly box: HTMLElement;
  readonly times: readonly HTMLElement[];
}

/**
 * Says at each time of a poll whether it clashes with a calendar, in words. The text stays in this browser: the page's policy lets it send
 * nothing anywhere, and the worker that fetches a calendar is told its address alone.
 * @returns the times that clash; undefined: it is no calendar, and the page says so
 */
export async function compareWith(text: string, page: Page): Promise<readonly HTMLElement[] | undefined> {
  const { box, times } = page;
  const zone = ianaZone(box.dataset["zone"] ?? "") ?? UTC;
  const found = await findClashes(
    text,
    times.map((time) => windowOf(time, box, zone)),
    zone,
  );
  for (const time of times) time.querySelector(".mine")?.remove();
  const said = box.querySelector("output");
  if (found.events === 0) {
    if (said) said.textContent = box.dataset["wrong"] ?? "";
    return undefined;
  }
  const busy = times.filter((time, at) => {
    const clashes = found.clashes[at] ?? [];
    mark(time, clashes, box, zone);
    return clashes.length > 0;
  });
  if (said) said.textContent = summaryOf(box, busy.length, times.length, found.unread);
  return busy;
}

function windowOf(time: HTMLElement, { dataset }: HTMLElement, zone: Zone): Window {
  const start = Number(time.dataset["start"]);
  const end = start + Number(dataset["minutes"]) * MINUTE;
  if (dataset["days"] === undefined) return { from: start, to: end };
  // Days are in no zone: they are those of whoever reads.
  return { from: zone.toInstant(asLocal(start)), to: zone.toInstant(asLocal(Math.max(end, start + DAY))) };
}

function mark(time: HTMLElement, clashes: readonly Clash[], { dataset }: HTMLElement, zone: Zone): void {
  const line = document.createElement("p");
  line.className = clashes.length > 0 ? "mine clash" : "mine";
  const named = clashes.slice(0, MOST_NAMED).map((clash) => nameOf(clash, dataset, zone));
  const more = clashes.length - named.length;
  const list = new Intl.ListFormat(document.documentElement.lang).format([
    ...named,
    ...(more > 0 ? [filled(dataset["more"], { count: String(more) })] : []),
  ]);
  line.textContent =
    clashes.length > 0 ? filled(dataset["clash"], { events: list }) : (dataset["free"] ?? "");
  time.querySelector(".switch")?.before(line);
}

function nameOf({ title, start, isAllDay }: Clash, dataset: DOMStringMap, zone: Zone): string {
  const name = title === "" ? (dataset["untitled"] ?? "") : `\u2068${title}\u2069`;
  if (isAllDay) return name;
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone.id,
  });
  return `${name} ${clock.format(start)}`;
}

function summaryOf({ dataset }: HTMLElement, some: number, of: number, unread: number): string {
  const counted =
    some === 0 ? (dataset["none"] ?? "") : filled(dataset["some"], { some: String(some), of: String(of) });
  return unread === 0 ? counted : `${counted} ${filled(dataset["unread"], { count: String(unread) })}`;
}

/** Puts values into a sentence that the server has worded, at their names in braces. */
const filled = (sentence = "", values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
