// Real clients' requests, replayed: each step asserts what the client looks for in the answer.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";
import { ios, macos } from "./traces/apple.ts";
import { davx5, tasksOrg } from "./traces/dav4jvm.ts";
import { korganizer, outlook } from "./traces/desktop.ts";
import { calcurse, evolution, pythonCaldav, thunderbird, vdirsyncer } from "./traces/recorded.ts";
import { object, type ClientTrace, type TraceStep } from "./traces/trace.ts";

const TRACES = [
  ios,
  macos,
  davx5,
  tasksOrg,
  korganizer,
  outlook,
  thunderbird,
  evolution,
  vdirsyncer,
  calcurse,
  pythonCaldav,
];
const PASSWORD = "lång nog för alla";
const authorization = basic("elin", PASSWORD);
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await server.addUser("elin@example.com", PASSWORD);
  const fika = ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z", "SUMMARY:Fika på Söder"];
  const series = ["DTSTART;TZID=Europe/Stockholm:20061124T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"];
  for (const [uid, lines] of Object.entries({ fika, series })) {
    const event = ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261120T100000Z", ...lines, "END:VEVENT"];
    const body = object("PRODID:-//Test//EN", ...event);
    const path = `/dav/calendars/elin/calendar/${uid}.ics`;
    const stored = await server.fetch(path, { method: "PUT", headers: { authorization }, body });
    expect(stored.status).toBe(201);
  }
});
afterEach(() => server.stop());

/** Sends one step. `kept` are the values that earlier steps kept; returns them with those of this one. */
async function replay(
  trace: ClientTrace,
  step: TraceStep,
  kept: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
  const headers = Object.entries({ ...trace.headers, ...step.headers }).map(([name, value]) => [
    name,
    fill(value),
  ]);
  const response = await server.fetch(fill(step.path), {
    method: step.method,
    headers: { ...Object.fromEntries(headers), authorization },
    ...(step.body === undefined ? {} : { body: fill(step.body) }),
  });
  const text = await response.text();
  const shown = `${step.method} ${step.path} answered ${response.status}: ${text}`;
  expect(response.status, shown).toBe(step.status);
  for (const pattern of step.needs ?? []) expect(text, shown).toMatch(pattern);
  for (const pattern of step.lacks ?? []) expect(text, shown).not.toMatch(pattern);
  for (const [name, pattern] of Object.entries(step.needsHeaders ?? {}))
    expect(response.headers.get(name) ?? "", name).toMatch(pattern);
  const all = [...[...response.headers].map(([name, value]) => `${name}: ${value}`), text].join("\n");
  const own = Object.entries(step.keeps ?? {}).map(([name, pattern]): [string, string] => {
    const value = pattern.exec(all)?.[1]?.replaceAll("&quot;", '"');
    if (value === undefined) throw new Error(`${name} is not in the answer: ${shown}`);
    return [name, value];
  });
  return new Map([...kept, ...own]);
}

describe.each(TRACES)("$client ($source)", (trace) => {
  test("finds what it needs at every step", async () => {
    let kept: ReadonlyMap<string, string> = new Map();
    for (const step of trace.steps) {
      try {
        kept = await replay(trace, step, kept);
      } catch (error) {
        throw new Error(`${trace.client} ${step.does}`, { cause: error });
      }
    }
    expect(server.logged.filter((line) => /"level":(?:50|60)|"level":"(?:error|fatal)"/.test(line))).toEqual(
      [],
    );
  });
});
