import { splitByUid, type StreamHeader } from "@snart/calendar/icalendar/split-stream.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { missesPart, streamBounds } from "../calendars/import-calendar.ts";
import { checkMended, withDerived, type PreparedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { textPieces } from "../text-pieces.ts";
import { feedUrls } from "./feed-url.ts";
import { readFeed } from "./read-feed.ts";

/** The contents of a feed, before subscribing. */
interface FeedPreview {
  /** the address at which it was read is not encrypted */
  readonly isPlain: boolean;
  readonly name: string | null;
  readonly color: string | null;
  readonly objects: number;
  /** Objects that could not be read. */
  readonly skipped: number;
  /** Objects of which a part could not be read. */
  readonly mended: number;
  /** Its next events. */
  readonly next: readonly { readonly title: string; readonly start: Instant }[];
}

const AHEAD = 90 * DAY;
const MOST_LOOKED_AT = 200;
const MOST_SHOWN = 3;

/** Fetches a feed and describes its contents; stores nothing. @param zone in which all-day events begin */
export async function previewFeed(
  app: App,
  actor: Actor,
  written: string,
  zone: Zone = UTC,
): Promise<Result<FeedPreview, Problem>> {
  const [url, ...others] = feedUrls(written);
  if (url === undefined)
    return failed({ code: "invalid-value", field: "url", detail: "must be an address of the web" });
  const { copy, isPlain } = await firstRead(app, url, others);
  if (!copy.ok) {
    const { code: reason, ...status } = copy.problem;
    return failed({ code: "feed-unusable", field: "url", reason, ...status });
  }
  if (copy.value === "unchanged") throw new Error("an unconditional reading cannot be unchanged");
  let header: StreamHeader = {};
  const turn = app.turns.of(actor.principalId);
  const options = {
    ...streamBounds(app, turn),
    newUid: (text: string) => text.slice(0, 200),
    onHeader: (it: StreamHeader) => void (header = it),
  };
  const window = { from: app.now(), to: app.now() + AHEAD };
  const ahead: PreparedObject[] = [];
  let [objects, skipped, mended] = [0, 0, 0];
  for await (const one of splitByUid(textPieces([copy.value.content]), options)) {
    objects++;
    if (turn.isDue()) await turn.next();
    const checked = one.ok ? checkMended(app, one.calendar) : undefined;
    if (!checked?.ok) {
      skipped++;
      continue;
    }
    if (missesPart(checked.value)) mended++;
    if (ahead.length < MOST_LOOKED_AT) ahead.push(...aheadOf(withDerived(checked.value), window));
  }
  const { name = null, colour: color = null } = header;
  return ok({ isPlain, name, color, objects, skipped, mended, next: nextOf(ahead, window, zone) });
}

/** Reads the first address at which somebody answers; what is said of none is said of the first. */
async function firstRead(app: App, url: string, others: readonly string[]) {
  const first = await readFeed(app, url, null);
  const isPlain = url.startsWith("http:");
  if (first.ok || first.problem.code !== "unreachable") return { copy: first, isPlain };
  for (const other of others) {
    const copy = await readFeed(app, other, null);
    if (copy.ok) return { copy, isPlain: other.startsWith("http:") };
  }
  return { copy: first, isPlain };
}

interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

function aheadOf(prepared: PreparedObject, { from, to }: Window): readonly PreparedObject[] {
  const { object, bounds } = prepared;
  const isAhead = object.type === "VEVENT" && bounds.start < to && (bounds.end === null || bounds.end > from);
  return isAhead ? [prepared] : [];
}

function nextOf(ahead: readonly PreparedObject[], window: Window, zone: Zone): FeedPreview["next"] {
  const starts = ahead.flatMap(({ object, summary }) => {
    const series = seriesOfObject(object);
    const found = series.ok ? expandAsFar(series.value, window, zone, { maxOccurrences: 1_000 }) : undefined;
    const first = found?.occurrences.find(({ startInstant }) => startInstant >= window.from);
    return first ? [{ title: summary, start: first.startInstant }] : [];
  });
  return starts.toSorted((a, b) => a.start - b.start).slice(0, MOST_SHOWN);
}
