// Programs with a wrong password, and those that use the account password, stand in the audit log as an administrator reads it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";
import { until } from "../testing/until.ts";

const PASSWORD = "lång nog för alla";
const MINUTE = 60_000;
const PHONE = "iOS/18.1 (22B83) dataaccessd/1.0";
let server: TestServer;
let clock: TestClock;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({
    env: { SNART_TRUSTED_PROXIES: "127.0.0.1", SNART_PUBLIC_URL: "https://calendar.example.org" },
    overrides: { now: clock.now, pause: async () => undefined },
  });
  await server.addUser("ada@example.com", PASSWORD, { isAdmin: true });
  await server.addUser("elin@example.com", PASSWORD);
});
afterEach(() => server.stop());

interface Entry {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
}
/** What the page of the audit log asks for. */
async function auditOf(subject: string): Promise<Entry[]> {
  const headers = { authorization: basic("ada", PASSWORD), "content-type": "application/json" };
  const session = (await (await server.fetch("/jmap/session", { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = Object.values(session.primaryAccounts)[0];
  const body = JSON.stringify({
    using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
    methodCalls: [["AuditEntry/list", { accountId, text: subject }, "a"]],
  });
  const answer = await server.fetch("/jmap/api", { method: "POST", headers, body });
  const { methodResponses } = (await answer.json()) as { methodResponses: [[string, { list: Entry[] }]] };
  return methodResponses[0][1].list.filter((entry) => entry.action.startsWith("sign-in"));
}
interface Client {
  readonly password?: string;
  readonly from?: string;
  readonly userAgent?: string;
}
const dav = async ({
  password = PASSWORD,
  from = "192.0.2.1",
  userAgent = PHONE,
}: Client): Promise<number> => {
  const headers = {
    authorization: basic("elin", password),
    "x-forwarded-for": from,
    "user-agent": userAgent,
    depth: "0",
  };
  const answer = await server.fetch("/dav/calendars/elin/", { method: "PROPFIND", headers });
  await answer.text();
  return answer.status;
};
const jmap = async ({
  password = PASSWORD,
  from = "192.0.2.1",
  userAgent = "curl/8",
}: Client): Promise<number> => {
  const headers = {
    authorization: basic("elin", password),
    "x-forwarded-for": from,
    "user-agent": userAgent,
  };
  return (await server.fetch("/jmap/session", { headers })).status;
};

describe("a program with a wrong password", () => {
  it("that asks each minute for a day is one entry with a count", async () => {
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      expect(await dav({ password: "the old one" })).toBe(401);
      clock.advance(5 * MINUTE);
    }
    const entries = await auditOf("elin");
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: "sign-in-failed",
      subject: "elin",
      detail: { address: "192.0.2.1", userAgent: PHONE, with: "CalDAV", times: "96" },
    });
    expect(Date.parse(entries[0]?.detail["latest"] ?? "")).toBeGreaterThan(clock.now() - 30 * MINUTE);
    clock.advance(24 * 60 * MINUTE);
    await dav({ password: "the old one" });
    expect(await auditOf("elin"), "a day later").toHaveLength(2);
  });

  it("is one entry for each protocol, program and address", async () => {
    await dav({ password: "guess 1" });
    await dav({ password: "guess 2", from: "192.0.2.2" });
    await dav({ password: "guess 3", userAgent: "DAVx5/4.4" });
    await jmap({ password: "guess 4" });
    const entries = await auditOf("elin");
    expect(entries.map(({ detail }) => [detail["with"], detail["userAgent"], detail["address"]])).toEqual([
      ["JMAP", "curl/8", "192.0.2.1"],
      ["CalDAV", "DAVx5/4.4", "192.0.2.1"],
      ["CalDAV", PHONE, "192.0.2.2"],
      ["CalDAV", PHONE, "192.0.2.1"],
    ]);
    expect(JSON.stringify(entries)).not.toContain("guess");
  });
});

describe("the account password", () => {
  const signIns = async (count: number): Promise<Entry[]> => {
    await until(async () => (await auditOf("elin")).length >= count);
    return auditOf("elin");
  };

  it("is noted when a program uses it for the first time, and not again", async () => {
    for (let day = 0; day < 5; day++) {
      expect(await dav({})).toBe(207);
      clock.advance(24 * 60 * MINUTE);
    }
    const [entry, ...others] = await signIns(1);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: "sign-in",
      subject: "elin",
      detail: { address: "192.0.2.1", userAgent: PHONE, with: "CalDAV" },
    });
    expect(await jmap({ from: "198.51.100.7" })).toBe(200);
    expect((await signIns(2))[0]).toMatchObject({
      action: "sign-in",
      detail: { address: "198.51.100.7", userAgent: "curl/8", with: "JMAP" },
    });
  });
});
