import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { basic } from "./http-server.ts";
import { startServerProcess } from "./server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-kill-"));
const ROUNDS = 6;
const WRITERS = 4;
const authorization = basic("elin", "lång nog för alla");

beforeAll(async () => {
  const code = await runCli(["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"], {
    env: { SNART_DATA: folder },
    folder,
    stdin: (async function* () {
      yield "lång nog för alla\n";
    })(),
    stdout: () => undefined,
    stderr: (text) => process.stderr.write(text),
  });
  expect(code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (name: string, version: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${name}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:version ${version} — å ä ö\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** The permitted states of an object after a kill: the last acknowledged text, or the one that was in flight. */
interface Written {
  acknowledged: string | undefined;
  etag: string | undefined;
  onItsWay: string | undefined;
}

/** Writes new and changed objects as fast as it can until the server is gone, recording acknowledged ones. */
async function write(url: string, writer: number, round: number, all: Map<string, Written>): Promise<void> {
  for (let i = 0; ; i++) {
    const name = `${writer}-${i % 7}-${i % 3 === 0 ? round : 0}`;
    const written: Written = all.get(name) ?? {
      acknowledged: undefined,
      etag: undefined,
      onItsWay: undefined,
    };
    all.set(name, written);
    const body = text(name, round * 100_000 + i);
    written.onItsWay = body;
    const response = await fetch(`${url}/dav/calendars/elin/calendar/${name}.ics`, {
      method: "PUT",
      headers: { authorization, "content-type": "text/calendar; charset=utf-8" },
      body,
    }).catch(() => undefined);
    if (!response) return;
    if (!response.ok) throw new Error(`PUT answered ${response.status}: ${await response.text()}`);
    Object.assign(written, {
      acknowledged: body,
      etag: response.headers.get("etag") ?? undefined,
      onItsWay: undefined,
    });
  }
}

/** @returns one line for each object in a wrong state */
async function audit(url: string, all: Map<string, Written>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name, written] of all) {
    const response = await fetch(`${url}/dav/calendars/elin/calendar/${name}.ics`, {
      headers: { authorization },
    });
    const found = response.status === 404 ? undefined : await response.text();
    if (found !== written.acknowledged && found !== written.onItsWay)
      wrong.push(`${name}: ${found ?? "missing"}`);
    if (found === written.acknowledged && written.etag && response.headers.get("etag") !== written.etag)
      wrong.push(`${name}: another etag`);
    // The write in flight has either happened or not; from here on that is known.
    Object.assign(written, {
      acknowledged: found,
      etag: response.headers.get("etag") ?? undefined,
      onItsWay: undefined,
    });
  }
  return wrong;
}

describe("kill -9", () => {
  it("loses no acknowledged write, however often and whenever it strikes", { timeout: 60_000 }, async () => {
    const all = new Map<string, Written>();
    let acknowledged = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const server = await startServerProcess({ SNART_DATA: folder });
      expect(await audit(server.url, all), `after kill ${round - 1}`).toEqual([]);
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(server.url, writer, round, all));
      const struck = new Promise<void>((resolve) => {
        setTimeout(
          () => {
            server.child.kill("SIGKILL");
            resolve();
          },
          300 + Math.random() * 600,
        );
      });
      await Promise.all([...writers, struck]);
      expect(await server.ended).toBe("SIGKILL");
      acknowledged += [...all.values()].filter((written) => written.acknowledged !== undefined).length;
    }
    const server = await startServerProcess({ SNART_DATA: folder });
    expect(await audit(server.url, all)).toEqual([]);
    expect(acknowledged).toBeGreaterThan(ROUNDS * WRITERS);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    let said = "";
    const doctor = await runCli(["doctor"], {
      env: { SNART_DATA: folder },
      folder,
      stdin: (async function* () {})(),
      stdout: (line) => (said += line),
      stderr: (line) => (said += line),
    });
    expect([doctor, said]).toEqual([0, expect.stringContaining("Every object is in order.")]);
  });
});
