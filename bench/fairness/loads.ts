import { setTimeout as wait } from "node:timers/promises";
import { serveFeed, type Hog } from "./site.ts";

/** One load, and what it needs. */
export interface Row {
  readonly name: string;
  /** Opens what the server has beside it, such as a mailbox. */
  readonly beside?: () => Promise<Beside>;
  /** Puts data there, before anything is measured and with the bounds of objects lifted. */
  readonly prepare?: (hog: Hog) => Promise<void>;
  /** Makes the load. @returns how it was answered, in few words */
  readonly load: (hog: Hog) => Promise<string>;
}

/** Something that a server of one row has to do with. */
export interface Beside {
  /** further options of the server while it is under load */
  readonly options: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** @returns the status */
export async function put(hog: Hog, name: string, body: string): Promise<number> {
  const path = `${hog.calendar}${name}.ics`;
  const headers = { "content-type": "text/calendar" };
  return (await hog.client.send({ method: "PUT", path, headers, body })).status;
}

/** Puts `count` objects. */
export const putAll =
  (count: number, text: (uid: string) => string) =>
  async (hog: Hog): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const status = await put(hog, `object-${String(n)}`, text(`object-${String(n)}@bench`));
      if (status >= 300) throw new Error(`a PUT of the preparation answered ${String(status)}`);
    }
  };

export const report =
  (body: string, depth = "1") =>
  async (hog: Hog): Promise<string> => {
    const headers = { depth, "content-type": "application/xml" };
    const { status, text } = await hog.client.send({ method: "REPORT", path: hog.calendar, headers, body });
    return `${String(status)}, ${(text.length / 1000).toFixed(0)} kB`;
  };

export const jmap =
  (method: string, args: (hog: Hog) => object | Promise<object>) =>
  async (hog: Hog): Promise<string> => {
    const answer = await hog.jmap(method, await args(hog));
    const { type } = answer.args;
    return answer.name === "error" && typeof type === "string" ? type : answer.name;
  };

/** The same load several times at once. */
export const atOnce =
  (times: number, load: Row["load"]) =>
  async (hog: Hog): Promise<string> => {
    const answers = await Promise.all(Array.from({ length: times }, () => load(hog)));
    return [...Map.groupBy(answers, (answer) => answer)]
      .map(([answer, { length }]) => `${String(length)}× ${answer}`)
      .join("; ");
  };

/** Loads one after the other. */
export const inTurn =
  (times: number, load: Row["load"]) =>
  async (hog: Hog): Promise<string> => {
    let last = "";
    for (let n = 0; n < times; n++) last = await load(hog);
    return last;
  };

/** Uploads a file, imports it and waits for the end. */
export async function importText(hog: Hog, text: string): Promise<string> {
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
export async function follow(hog: Hog, text: string): Promise<string> {
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

export async function preview(hog: Hog, text: string): Promise<string> {
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

export const propfindWith =
  (body: string) =>
  async (hog: Hog): Promise<string> => {
    const headers = { depth: "0", "content-type": "application/xml" };
    return String((await hog.client.send({ method: "PROPFIND", path: hog.calendar, headers, body })).status);
  };

export const puts =
  (count: number, text: (uid: string) => string) =>
  async (hog: Hog): Promise<string> =>
    `the last: ${String(await lastStatus(hog, count, text))}`;

async function lastStatus(hog: Hog, count: number, text: (uid: string) => string): Promise<number> {
  let status = 0;
  for (let n = 0; n < count; n++) status = await put(hog, `put-${String(n)}`, text(`put-${String(n)}@bench`));
  return status;
}
