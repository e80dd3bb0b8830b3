import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CONNECTIONS } from "../../mail/smtp.ts";
import { eventText } from "../dav-client.ts";
import { basic } from "../http-server.ts";
import { openTestDatabase, type TestDatabase } from "../../storage/contract/postgres.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { openSmtpSink, type SmtpSink } from "../smtp-sink.ts";
import { until } from "../until.ts";
import { addByCommand } from "./add-by-command.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-kill-reminders-"));
const PASSWORD = "lång nog för alla";
const EVENTS = 40;
/** The mails at which the server dies, in each of its lives. */
const DEATHS = [1, 7];

/** Of the last ones: after the mail server has accepted the mail, and before that is recorded. */
const TAKEN = 5;

let sink: SmtpSink;
let database: TestDatabase | undefined;
beforeAll(async () => void (sink = await openSmtpSink()));
afterEach(() => void Object.assign(sink, { answer: () => undefined, taken: () => undefined }));
afterAll(async () => {
  await sink.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const addElin = (env: Readonly<Record<string, string>>): Promise<void> =>
  addByCommand(folder, { email: "elin@example.com", name: "Elin", password: PASSWORD }, env);

const start = (env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startServerProcess({
    SNART_DATA: folder,
    SNART_SMTP_URL: sink.url,
    SNART_MAIL_FROM: "calendar@snart.example",
    ...env,
  });
/**
 * What a process held that was killed waits as long for the next one. Only where one lives at a time: on a busy machine a live one may
 * be silent for longer, and what it sends would come twice.
 */
const BRIEF_LEASE = { SNART_LIMIT_SEND_LEASE_SECONDS: "4" };
const utc = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");
const authorization = basic("elin", PASSWORD);

/** A mail without its multipart boundary, which differs each time. */
const withoutBoundary = (raw: string): string => raw.replaceAll(/--_NmP-[\w-]+/g, "");

/** An alarm written after its time does not ring, so all are written well before it. */
const RINGS_AFTER_MS = 12_000;

async function putEvents(url: string, name = "Event"): Promise<void> {
  // A verified password is cached for a while: verifying it for each of the events at once would take seconds.
  expect((await fetch(`${url}/dav/`, { method: "OPTIONS", headers: { authorization } })).status).toBe(200);
  const now = Date.now();
  const put = async (i: number): Promise<void> => {
    const lines = [
      "BEGIN:VALARM",
      "ACTION:EMAIL",
      `TRIGGER;VALUE=DATE-TIME:${utc(now + RINGS_AFTER_MS)}`,
      "SUMMARY:Soon",
      "DESCRIPTION:Soon",
      "END:VALARM",
    ];
    const text = eventText(`${name}${i}`, ...lines)
      .replace(/DTSTART.*/, `DTSTART:${utc(now + 3_600_000)}`)
      .replace(/DTEND.*/, `DTEND:${utc(now + 7_200_000)}`)
      .replace(/SUMMARY:(?!Soon).*/, `SUMMARY:${name} ${i}.`);
    const stored = await fetch(`${url}/dav/calendars/elin/calendar/${name}${i}.ics`, {
      method: "PUT",
      headers: { authorization, "content-type": "text/calendar" },
      body: text,
    });
    expect(stored.status).toBe(201);
  };
  await Promise.all(Array.from({ length: EVENTS }, (_, i) => put(i)));
  expect(Date.now(), "all is written before it rings").toBeLessThan(now + RINGS_AFTER_MS);
}

describe("kill -9 while reminders go out", () => {
  it("sends each of them, and none under a second name", { timeout: 240_000 }, async () => {
    await addElin({});
    let isFirst = true;
    for (const death of DEATHS) {
      const server = await start(BRIEF_LEASE);
      let asked = 0;
      sink.answer = () => {
        if (++asked === death) server.child.kill("SIGKILL");
        return undefined;
      };
      if (isFirst) await putEvents(server.url);
      isFirst = false;
      expect(await server.ended).toBe("SIGKILL");
    }
    sink.answer = () => undefined;
    const last = await start(BRIEF_LEASE);
    let taken = 0;
    sink.taken = () => {
      if (++taken === TAKEN) last.child.kill("SIGKILL");
    };
    expect(await last.ended).toBe("SIGKILL");
    sink.taken = () => undefined;
    const server = await start(BRIEF_LEASE);
    const named = (): ReadonlySet<string> => new Set(sink.mails.map(({ read }) => read.messageId ?? ""));
    await until(() => named().size >= EVENTS);
    const subjects = new Set(
      sink.mails.map(({ read }) => `${read.messageId} ${/Event \d+\./.exec(read.subject ?? "")?.[0]}`),
    );
    expect(subjects.size, "each event under one name").toBe(EVENTS);
    expect(new Set([...subjects].map((one) => one.split(" Event ")[1])).size).toBe(EVENTS);
    expect(sink.mails.length - EVENTS, "what came twice").toBeLessThanOrEqual(CONNECTIONS * 4);
    expect(new Set(sink.mails.map(({ raw }) => withoutBoundary(raw))).size, "to the letter the same").toBe(
      EVENTS,
    );
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(named().size).toBe(EVENTS);
  });

  it(
    "sends each of them once with two processes on one PostgreSQL, one of which dies",
    { timeout: 240_000 },
    async () => {
      database = await openTestDatabase();
      const shared = { SNART_DATABASE_URL: database.url };
      await addElin(shared);
      const [first, second] = await Promise.all([start(shared), start(shared)]);
      const before = sink.mails.length;
      let asked = 0;
      sink.answer = () => {
        if (++asked === 9) first.child.kill("SIGKILL");
        return undefined;
      };
      await putEvents(second.url, "Shared");
      expect(await first.ended).toBe("SIGKILL");
      const mails = () => sink.mails.slice(before).map(({ read }) => read);
      const named = (): ReadonlySet<string> => new Set(mails().map(({ messageId }) => messageId ?? ""));
      await until(() => named().size >= EVENTS);
      second.child.kill("SIGTERM");
      expect(await second.ended).toBe(0);
      expect(named().size, "no event under a second name").toBe(EVENTS);
      expect(new Set(mails().map(({ subject }) => /Shared \d+\./.exec(subject ?? "")?.[0])).size).toBe(
        EVENTS,
      );
      // Reminders in flight when the process died may come again, under the same name.
      expect(mails().length - EVENTS).toBeLessThanOrEqual(CONNECTIONS);
    },
  );
});
