import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { describe, expect, it } from "vitest";
import type { ImportJob, ImportTarget } from "../../api/import-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { ImportingFile } from "./model.ts";
import { runImports } from "./run-imports.ts";
import type { ImportCalls } from "./run-imports.ts";

const job = (id: string, state: ImportJob["state"], processed = 0): ImportJob => ({
  id,
  state,
  processed,
  total: 10,
  added: processed,
  updated: 0,
  unchanged: 0,
  skipped: [],
  calendarId: "made",
  calendarName: "Skolan",
});
const refused = (code: string): Result<never, ApiProblem> =>
  failed({ kind: "refused", status: 422, code, fields: {} });
const unreachable: Result<never, ApiProblem> = failed({ kind: "unreachable" });
const files = (...names: string[]) => names.map((name) => new File(["BEGIN:VCALENDAR"], name));

/** Calls that answer from lists, and write down what they were asked. */
function recorded(answers: Result<ImportJob, ApiProblem>[], changes: Partial<ImportCalls> = {}) {
  const asked: string[] = [];
  const calls: ImportCalls = {
    upload: async (_, onProgress) => {
      onProgress(0.5);
      asked.push("upload");
      return ok("blob");
    },
    start: async (_, target: ImportTarget) => {
      asked.push(target.kind === "new" ? `start new ${target.name}` : `start ${target.calendarId}`);
      return ok(job("i", "waiting"));
    },
    get: async () => {
      asked.push("get");
      return answers.shift() ?? ok(job("i", "done", 10));
    },
    wait: async () => undefined,
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

  it("tells a refusal to start, and asks nothing more", async () => {
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

  it("waits out a server that is away for a while, and gives up watching only after long", async () => {
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
