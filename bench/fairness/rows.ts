import { setTimeout as wait } from "node:timers/promises";
import { largeRows } from "./large-rows.ts";
import {
  atOnce,
  follow,
  importText,
  inTurn,
  jmap,
  preview,
  propfindWith,
  putAll,
  puts,
  report,
  type Row,
} from "./loads.ts";
import { readSlowly } from "./slow-readers.ts";
import * as texts from "./texts.ts";

const MIB = 1024 * 1024;

/** Bounds that are lifted while data is put there, as if it had been stored before they stood. */
export const LIFTED: Readonly<Record<string, string>> = {
  SNART_LIMIT_LINES_PER_OBJECT: "1000000",
  SNART_LIMIT_OVERRIDES_PER_OBJECT: "100000",
};

const week = { after: "2020-01-06T00:00:00", before: "2020-01-13T00:00:00" };

/** What an object may have at most: nobody can store more. */
const OVERRIDES = 1_000;
const LINES = 19_000;

/** Every row; `scale` shrinks the numbers for a quick look. */
export function rowsAt(scale: number): readonly Row[] {
  const n = (full: number): number => Math.max(1, Math.round(full * scale));
  const series = putAll(n(180), (uid) => texts.seriesText(uid, OVERRIDES));
  const wide = putAll(n(500), (uid) => texts.propertiesText(uid, LINES));
  const long = putAll(n(260), (uid) => texts.longText(uid, 1_000_000));
  const former = putAll(n(40), (uid) => texts.seriesText(uid, 4_500));
  const everything = jmap("CalendarEvent/get", () => ({ ids: null }));
  const idsOnly = jmap("CalendarEvent/get", () => ({ ids: null, properties: ["id"] }));
  const inWeek = jmap("CalendarEvent/query", () => ({ filter: week }));
  const expanded = jmap("CalendarEvent/query", () => ({ filter: week, expandRecurrences: true }));
  const search = jmap("CalendarEvent/query", () => ({ filter: { text: "%" } }));
  const weekByDav = report(texts.WEEK_QUERY);
  return [
    { name: "nothing (the machine)", load: async () => (await wait(3_000), "") },
    { name: "CalDAV: a week over 180 series of 1,000 overrides", prepare: series, load: weekByDav },
    { name: "CalDAV: the same 16 at once", prepare: series, load: atOnce(16, weekByDav) },
    { name: "CalDAV: free-busy of a year over them", prepare: series, load: report(texts.FREE_BUSY) },
    {
      name: "CalDAV: all of them with their texts, 8 at once",
      prepare: series,
      load: atOnce(8, report(texts.WHOLE_QUERY)),
    },
    { name: "JMAP: a week over them", prepare: series, load: inWeek },
    { name: "JMAP: a week over them, expanded", prepare: series, load: expanded },
    { name: "JMAP: ids of 500 events of 19,000 lines", prepare: wide, load: idsOnly },
    { name: "JMAP: the same 8 at once", prepare: wide, load: atOnce(8, idsOnly) },
    { name: "JMAP: a search for one letter in them", prepare: wide, load: search },
    { name: "JMAP: everything of 260 events of 1 MB", prepare: long, load: everything },
    {
      name: "PUT of 180 series of 1,000 overrides",
      load: puts(n(180), (uid) => texts.seriesText(uid, OVERRIDES)),
    },
    { name: "PUT of 40 series of 4,500 overrides", load: puts(n(40), (uid) => texts.seriesText(uid, 4_500)) },
    {
      name: "PUT of 40 events of 80,000 lines",
      load: puts(n(40), (uid) => texts.propertiesText(uid, 80_000)),
    },
    {
      name: "import: one event of 28 MiB of short lines",
      load: (hog) => importText(hog, texts.shortLines(28 * MIB * Math.min(1, scale))),
    },
    { name: "import: 20,000 small events", load: (hog) => importText(hog, texts.manyEvents(n(20_000))) },
    {
      name: "feed: 33 series of 4,500 overrides",
      load: (hog) => follow(hog, texts.seriesFile(n(33), 4_500)),
    },
    {
      name: "feed: 150 series of 1,000 overrides",
      load: (hog) => follow(hog, texts.seriesFile(n(150), OVERRIDES)),
    },
    {
      name: "feed: preview of 150,000 small events",
      load: (hog) => preview(hog, texts.manyEvents(n(150_000))),
    },
    {
      name: "PROPFIND with a comment of 9 MB",
      load: inTurn(3, propfindWith(texts.dashes(9_000_000 * Math.min(1, scale)))),
    },
    {
      name: "300 connections ask for 10 MB and do not read",
      prepare: putAll(n(12), (uid) => texts.longText(uid, 900_000)),
      load: (hog) =>
        readSlowly(hog, {
          connections: 300,
          path: hog.calendar,
          method: "REPORT",
          body: texts.WHOLE_QUERY,
          ms: 75_000,
        }),
    },
    {
      name: "stored before the bounds: CalDAV, a week over 40 series of 4,500 overrides",
      prepare: former,
      load: weekByDav,
    },
    { name: "stored before the bounds: JMAP, a week over them", prepare: former, load: inWeek },
    ...largeRows(n, Math.min(1, scale)),
  ];
}
