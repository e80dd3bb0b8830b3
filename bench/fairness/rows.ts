import { setTimeout as wait } from "node:timers/promises";
import { readSlowly } from "./slow-readers.ts";
import { serveFeed, type Hog } from "./site.ts";
import * as texts from "./texts.ts";

/** One load, and what it needs. */
export interface Row {
  readonly name: string;
  /** Puts data there, before anything is measured and with the bounds of objects lifted. */
  readonly prepare?: (hog: Hog) => Promise<void>;
  /** Makes the load. @returns how it was answered, in few words */
  readonly load: (hog: Hog) => Promise<string>;
}

const MIB = 1024 * 1024;

/** Bounds that are lifted while data is put there, as if it had been stored before they stood. */
export const LIFTED: Readonly<Record<string, string>> = {
  SNART_LIMIT_LINES_PER_OBJECT: "1000000",
  SNART_LIMIT_OVERRIDES_PER_OBJECT: "100000",
};

async function put(hog: Hog, name: string, body: string): Promise<number> {
  const path = `${hog.calendar}${name}.ics`;
  const headers = { "content-type": "text/calendar" };
  return (await hog.client.send({ method: "PUT", path, headers, body })).status;
}

/** Puts `count` objects. */
const putAll =
  (count: number, text: (uid: string) => string) =>
  async (hog: Hog): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const status = await put(hog, `object-${String(n)}`, text(`object-${String(n)}@bench`));
      if (status >= 300) throw new Error(`a PUT of the preparation answered ${String(status)}`);
    }
  };

const report =
  (body: string, depth = "1") =>
  async (hog: Hog): Promise<string> => {
    const headers = { depth, "content-type": "application/xml" };
    const { status, text } = await hog.client.send({ method: "REPORT", path: hog.calendar, headers, body });
    return `${String(status)}, ${(text.length / 1000).toFixed(0)} kB`;
  };

const jmap =
  (method: string, args: (hog: Hog) => object | Promise<object>) =>
  async (hog: Hog): Promise<string> => {
    const answer = await hog.jmap(method, await args(hog));
    const { type } = answer.args;
    return answer.name === "error" && typeof type === "string" ? type : answer.name;
  };

/** The same load several times at once. */
const atOnce =
  (times: number, load: Row["load"]) =>
  async (hog: Hog): Promise<string> => {
    const answers = await Promise.all(Array.from({ length: times }, () => load(hog)));
    return [...Map.groupBy(answers, (answer) => answer)]
      .map(([answer, { length }]) => `${String(length)}× ${answer}`)
      .join("; ");
  };

/** Loads one after the other. */
const inTurn =
  (times: number, load: Row["load"]) =>
  async (hog: Hog): Promise<string> => {
    let last = "";
    for (let n = 0; n < times; n++) last = await load(hog);
    return last;
  };

/** Uploads a file, imports it and waits for the end. */
async function importText(hog: Hog, text: string): Promise<string> {
  const blobId = await hog.upload(text);
  const started = await hog.jmap("Import/start", { blobId, newCalendarName: "Imported" });
  const { id } = (started.args["import"] ?? {}) as { readonly id?: string };
  if (id === undefined) return `not begun: ${JSON.stringify(started.args).slice(0, 80)}`;
  for (;;) {
    await wait(200);
    const { list } = (await hog.jmap("Import/get", { ids: [id] })).args as {
      readonly list?: readonly { state: string; added: number; skipped: readonly unknown[] }[];
    };
    const [job] = list ?? [];
    if (job?.state === "done" || job?.state === "dead")
      return `${job.state}, ${String(job.added)} added, ${String(job.skipped.length)} left out`;
  }
}

/** Subscribes to a feed of one text and asks for it. */
async function follow(hog: Hog, text: string): Promise<string> {
  const feed = await serveFeed(text);
  try {
    const made = await hog.jmap("Subscription/set", { create: { a: { url: feed.url, name: "Feed" } } });
    const { a } = (made.args["created"] ?? {}) as { readonly a?: { readonly id: string } };
    if (!a) return JSON.stringify(made.args["notCreated"]).slice(0, 100);
    for (;;) {
      await wait(200);
      const { list } = (await hog.jmap("Subscription/get", { ids: [a.id] })).args as {
        readonly list?: readonly { fetchedAt: string | null; error: unknown; skipped: number }[];
      };
      const [followed] = list ?? [];
      if (followed?.fetchedAt || followed?.error) return `read, ${String(followed.skipped)} left out`;
    }
  } finally {
    feed.close();
  }
}

async function preview(hog: Hog, text: string): Promise<string> {
  const feed = await serveFeed(text);
  try {
    const { name, args } = await hog.jmap("Subscription/preview", { url: feed.url });
    const { objects, skipped } = (args["preview"] ?? {}) as {
      readonly objects?: number;
      readonly skipped?: number;
    };
    return `${name}: ${String(objects)} events, ${String(skipped)} left out`;
  } finally {
    feed.close();
  }
}

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
  ];
}

const propfindWith =
  (body: string) =>
  async (hog: Hog): Promise<string> => {
    const headers = { depth: "0", "content-type": "application/xml" };
    return String((await hog.client.send({ method: "PROPFIND", path: hog.calendar, headers, body })).status);
  };

const puts =
  (count: number, text: (uid: string) => string) =>
  async (hog: Hog): Promise<string> =>
    `the last: ${String(await lastStatus(hog, count, text))}`;

async function lastStatus(hog: Hog, count: number, text: (uid: string) => string): Promise<number> {
  let status = 0;
  for (let n = 0; n < count; n++) status = await put(hog, `put-${String(n)}`, text(`put-${String(n)}@bench`));
  return status;
}
