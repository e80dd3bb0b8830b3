import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventText } from "../dav-client.ts";
import { basic } from "../http-server.ts";
import { startServerProcess } from "../server-process.ts";
import { addByCommand } from "./add-by-command.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-kill-scheduling-"));
const PASSWORD = "lång nog för alla";
/** What a process held that was killed waits as long for another. */
const BRIEF_LEASE = { SNART_LIMIT_SEND_LEASE_SECONDS: "4" };
const ROUNDS = 5;

beforeAll(async () => {
  for (const login of ["elin", "bengt"])
    await addByCommand(folder, { email: `${login}@example.com`, name: login, password: PASSWORD });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const send = (url: string, login: string, method: string, path: string, init: RequestInit = {}) =>
  fetch(url + path, {
    ...init,
    method,
    headers: { authorization: basic(login, PASSWORD), ...(init.headers as Record<string, string>) },
  });

/** Names of the members of a collection. */
async function members(url: string, path: string): Promise<readonly string[]> {
  const answer = await send(url, "bengt", "PROPFIND", path, { headers: { depth: "1" } });
  const hrefs = [...(await answer.text()).matchAll(/<d:href>([^<]+)<\/d:href>/g)].map(
    ([, href = ""]) => href,
  );
  return hrefs.filter((href) => href.endsWith(".ics"));
}

/** Repeats the request until there are as many as expected. */
async function until(url: string, path: string, count: number): Promise<readonly string[]> {
  for (;;) {
    const found = await members(url, path);
    if (found.length >= count) return found;
  }
}

describe("kill -9 between the commit and the delivery", () => {
  it("loses no invitation, and delivers none twice", { timeout: 60_000 }, async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const server = await startServerProcess({ SNART_DATA: folder, ...BRIEF_LEASE });
      const text = eventText(
        `m${round}`,
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE:mailto:bengt@example.com",
      );
      const stored = await send(server.url, "elin", "PUT", `/dav/calendars/elin/calendar/m${round}.ics`, {
        body: text,
        headers: { "content-type": "text/calendar" },
      });
      expect(stored.status).toBe(201);
      server.child.kill("SIGKILL");
      await server.ended;
    }
    const server = await startServerProcess({ SNART_DATA: folder, ...BRIEF_LEASE });
    expect(await until(server.url, "/dav/calendars/bengt/calendar/", ROUNDS)).toHaveLength(ROUNDS);
    expect(await until(server.url, "/dav/scheduling/bengt/inbox/", ROUNDS)).toHaveLength(ROUNDS);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });
});
