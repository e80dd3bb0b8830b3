import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { describe, expect, it } from "vitest";
import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import type { ImportTarget } from "../../api/calendars/import-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { ImportingFile } from "./import-files.ts";
import { runImports, type ImportCalls } from "./run-imports.ts";
import { idsNamedIn } from "./send-attachments.ts";

const job = (id: string, state: ImportRecord["state"], processed = 0): ImportRecord => ({
  id,
  state,
  processed,
  total: 10,
  added: processed,
  updated: 0,
  unchanged: 0,
  skipped: [],
  attachments: 0,
  missedAttachments: [],
  missedCount: 0,
  mended: [],
  mendedCount: 0,
  calendarId: "made",
  calendarName: "Skolan",
  isStopped: false,
  begunAt: "2026-11-20T12:00:00.000Z",
});
const refused = (code: string): Result<never, ApiProblem> =>
  failed({ kind: "refused", status: 422, code, fields: {} });
const unreachable: Result<never, ApiProblem> = failed({ kind: "unreachable" });
const files = (...names: string[]) => names.map((name) => ({ file: new File(["BEGIN:VCALENDAR"], name) }));

/** Calls that answer from lists, and record their arguments. */
function recorded(answers: Result<ImportRecord, ApiProblem>[], changes: Partial<ImportCalls> = {}) {
  const asked: string[] = [];
  const calls: ImportCalls = {
    upload: async (_, onProgress) => {
      onProgress(0.5);
      asked.push("upload");
      return ok("blob");
    },
    start: async (_, target: ImportTarget) => {
      asked.push(target.kind === "new" ? `start new ${target.name}` : `start ${target.calendarId}`);
      return ok(job("i", "queued"));
    },
    get: async () => {
      asked.push("get");
      return answers.shift() ?? ok(job("i", "done", 10));
    },
    wait: async () => undefined,
    mostBytes: 1_000,
    mostFiles: 4,
    ...changes,
  };
  return { asked, calls };
}

const kinds = (seen: readonly (readonly ImportingFile[])[]) =>
  seen.map((all) => all.map(({ progress }) => progress.kind).join(" "));

describe("importing files", () => {
  it("follows each file from upload to report", async () => {
    const { asked, calls } = recorded([ok(job("i", "running", 5)), ok(job("i", "done", 10))]);
    const seen: (readonly ImportingFile[])[] = [];
    const end = await runImports(files("a.ics"), { kind: "calendar", calendarId: "c1" }, calls, (all) =>
      seen.push(all),
    );
    expect(asked).toEqual(["upload", "start c1", "get", "get"]);
    expect(kinds(seen)).toEqual(["waiting", "uploading", "uploading", "importing", "importing", "done"]);
    expect(end).toEqual([{ name: "a.ics", progress: { kind: "done", job: job("i", "done", 10) } }]);
  });

  it("makes one new calendar for all of them", async () => {
    const { asked, calls } = recorded([]);
    await runImports(files("a.ics", "b.ics"), { kind: "new", name: "Skolan" }, calls, () => undefined);
    expect(asked.filter((call) => call.startsWith("start"))).toEqual(["start new Skolan", "start made"]);
  });

  it("makes a calendar for each of them where that is wanted", async () => {
    const { asked, calls } = recorded([]);
    const targets = ["Elin", "Skolan", "Bio"].map((name) => ({ kind: "new", name }) as const);
    const end = await runImports(files("a.ics", "b.ics", "c.ics"), targets, calls, () => undefined);
    expect(asked.filter((call) => call.startsWith("start"))).toEqual([
      "start new Elin",
      "start new Skolan",
      "start new Bio",
    ]);
    expect(end.map(({ progress }) => progress.kind)).toEqual(["done", "done", "done"]);
  });

  it("goes on with the next file when one is refused", async () => {
    const uploads = [refused("request-too-large"), ok("blob")];
    const { calls } = recorded([], { upload: async () => uploads.shift() ?? ok("blob") });
    const end = await runImports(
      files("a.ics", "b.ics"),
      { kind: "calendar", calendarId: "c" },
      calls,
      () => undefined,
    );
    expect(end.map(({ progress }) => progress.kind)).toEqual(["failed", "done"]);
    expect(end[0]?.progress).toEqual({ kind: "failed", code: "request-too-large" });
  });

  it("reports a refusal to start, and sends no more requests", async () => {
    const { asked, calls } = recorded([], { start: async () => refused("not-a-calendar-file") });
    const end = await runImports(
      files("a.ics"),
      { kind: "calendar", calendarId: "c" },
      calls,
      () => undefined,
    );
    expect(end[0]?.progress).toEqual({ kind: "failed", code: "not-a-calendar-file" });
    expect(asked).toEqual(["upload"]);
  });

  it("waits for a server that is away for a while, and stops following it only after long", async () => {
    const away = recorded([unreachable, unreachable, ok(job("i", "done", 10))]);
    const end = await runImports(
      files("a.ics"),
      { kind: "calendar", calendarId: "c" },
      away.calls,
      () => undefined,
    );
    expect(end[0]?.progress.kind).toBe("done");
    const gone = recorded([], { get: async () => unreachable });
    const lost = await runImports(
      files("a.ics"),
      { kind: "calendar", calendarId: "c" },
      gone.calls,
      () => undefined,
    );
    expect(lost[0]?.progress.kind).toBe("lost");
  });

  it("says when the server gave up", async () => {
    const { calls } = recorded([ok(job("i", "dead", 4))]);
    const end = await runImports(
      files("a.ics"),
      { kind: "calendar", calendarId: "c" },
      calls,
      () => undefined,
    );
    expect(end[0]?.progress).toEqual({ kind: "dead", job: job("i", "dead", 4) });
  });
});

describe("importing a calendar with its files", () => {
  const entry = (content: string, size = content.length) => ({
    path: "",
    size,
    read: async () => (content === "damaged" ? undefined : new Blob([content])),
  });
  const archived = new Map([
    ["a", entry("aa")],
    ["b", entry("bb")],
    ["big", entry("x", 1_001)],
    ["bad", entry("damaged")],
    ["unnamed", entry("never")],
  ]);
  const calendar = (name: string, ...ids: readonly string[]) => ({
    file: new File([`BEGIN:VCALENDAR\r\n${ids.map((id) => `ATTACH;MANAGED-ID=${id}:x\r\n`).join("")}`], name),
    archived,
  });
  const into = { kind: "calendar", calendarId: "c" } as const;

  function uploading(changes: Partial<ImportCalls> = {}) {
    const uploads: string[] = [];
    const given: unknown[] = [];
    const { calls } = recorded([], {
      upload: async (file, onProgress) => {
        const text = await file.text();
        uploads.push(text.slice(0, 5));
        onProgress(1);
        return ok(`blob of ${text.slice(0, 5)}`);
      },
      start: async (_, __, attachments) => {
        given.push(attachments);
        return ok(job("i", "queued"));
      },
      ...changes,
    });
    return { uploads, given, calls };
  }

  it("sends what the calendar names, once, and nothing else", async () => {
    const { uploads, given, calls } = uploading();
    const folded = calendar("one.ics", "a", "a", '"b"', "elsewhere");
    const all = [folded, calendar("two.ics", "b"), { file: folded.file }];
    const shares: number[] = [];
    await runImports(all, into, calls, (state) => {
      const [first] = state;
      if (first?.progress.kind === "uploading") shares.push(first.progress.share);
    });
    expect(uploads).toEqual(["BEGIN", "aa", "bb", "BEGIN", "BEGIN"]);
    expect(given).toEqual([{ a: "blob of aa", b: "blob of bb" }, { b: "blob of bb" }, undefined]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it("sends no more files than the server allows with one calendar", async () => {
    const { given, calls } = uploading({ mostFiles: 1 });
    await runImports([calendar("one.ics", "a", "b")], into, calls, () => undefined);
    expect(given).toEqual([{ a: "blob of aa" }]);
  });

  it("finds names in lines that are folded", () => {
    const text = "ATTACH;FILENAME=x;MANAGED\r\n -ID=a\r\n\t;SIZE=2:https://x\r\nX;MANAGED-ID=none:1";
    expect(idsNamedIn(text, archived)).toEqual(["a"]);
  });

  it("goes on without a file that cannot be sent, and reports why it is missing", async () => {
    const missing = ["big", "bad", "a", "else"].map((managedId) => {
      return { managedId, filename: null, uid: "u", title: null, code: "attachment-not-found" };
    });
    const { uploads, given, calls } = uploading({
      get: async () => ok({ ...job("i", "done", 1), missedAttachments: missing, missedCount: 4 }),
      upload: async (file) => ((await file.text()) === "aa" ? refused("too-many-requests") : ok("blob")),
    });
    const [end] = await runImports([calendar("c.ics", "big", "bad", "a")], into, calls, () => undefined);
    expect(uploads).toEqual([]);
    expect(given).toEqual([{}]);
    const told = end && "job" in end.progress ? end.progress.job.missedAttachments : [];
    expect(told.map(({ code }) => code)).toEqual([
      "attachment-too-large",
      "unreadable",
      "too-many-requests",
      "attachment-not-found",
    ]);
  });

  it("begins nothing when the server goes away in between", async () => {
    const { given, calls } = uploading({
      upload: async (file) => ((await file.text()) === "aa" ? unreachable : ok("blob")),
    });
    const [end] = await runImports([calendar("c.ics", "a")], into, calls, () => undefined);
    expect(end?.progress.kind).toBe("failed");
    expect(given).toEqual([]);
  });
});
