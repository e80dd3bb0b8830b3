import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic } from "../http-server.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { openSmtpSink, type SmtpSink } from "../smtp-sink.ts";
import { until } from "../until.ts";
import { addByCommand } from "./add-by-command.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-kill-guest-"));
const PASSWORD = "lång nog för alla";
const GUEST = "bo@elsewhere.example";
const HOST = "elin@example.com";

let sink: SmtpSink;
beforeAll(async () => {
  sink = await openSmtpSink();
  await addByCommand(folder, { email: HOST, name: "Elin", password: PASSWORD });
});
afterAll(async () => {
  await sink.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (): Promise<ServerProcess> =>
  startServerProcess({
    SNART_DATA: folder,
    // What a process held that was killed waits as long for another.
    SNART_LIMIT_SEND_LEASE_SECONDS: "4",
    SNART_SMTP_URL: sink.url,
    SNART_MAIL_FROM: "calendar@snart.example",
  });

async function makePage({ url }: ServerProcess): Promise<void> {
  const headers = { authorization: basic("elin", PASSWORD), "content-type": "application/json" };
  const session = (await (await fetch(`${url}/jmap/session`, { headers })).json()) as {
    capabilities: object;
    primaryAccounts: Record<string, string>;
  };
  const [accountId] = Object.values(session.primaryAccounts);
  const call = ["BookingPage/set", { accountId, create: { p: {} } }, "0"];
  const body = JSON.stringify({ using: Object.keys(session.capabilities), methodCalls: [call] });
  const made = await (await fetch(`${url}/jmap/api`, { method: "POST", headers, body })).text();
  expect(made).toContain('"slug":"elin"');
}

/** Opens the first time that is offered, and sends its form as a guest without scripts does. */
async function book({ url }: ServerProcess): Promise<void> {
  const page = await (await fetch(`${url}/b/elin?lang=en-GB`)).text();
  const [path = ""] = /\/b\/elin\/30-min\/\d{8}T\d{6}Z/.exec(page) ?? [];
  const form = await (await fetch(`${url}${path}?lang=en-GB`)).text();
  // Nobody fills in a form faster.
  await wait(2_000);
  await post(`${url}${path}?lang=en-GB`, form, { name: "Bo Ek", mail: GUEST, do: "book" });
}

/** Sends a form with what is hidden in it. The server can be killed before it has answered. */
async function post(address: string, form: string, given: Record<string, string>): Promise<void> {
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const kept = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  const body = new URLSearchParams({ ...kept, ...given });
  const { origin } = new URL(address);
  const answer = await fetch(address, { method: "POST", body, headers: { origin } }).catch(() => undefined);
  if (answer) expect(answer.status).toBe(200);
}

/** The different mails that somebody has got: one that a server sent, and was killed before it could write that down, comes again as it was. */
function mailsTo(address: string): readonly string[] {
  const own = sink.mails.filter(({ to }) => to.includes(address));
  const texts = new Map(own.map(({ read }) => [read.messageId, read.text ?? ""]));
  expect(new Set(own.map(({ raw }) => raw)).size).toBe(texts.size);
  return [...texts.values()];
}

/** A guest books; the server is killed when it tells somebody, before they have got it. @param at which mail of that server */
async function killedBeforeMail(server: ServerProcess, at: number): Promise<void> {
  let asked = 0;
  sink.answer = () => {
    if (++asked === at) server.child.kill("SIGKILL");
    return undefined;
  };
  await book(server);
  expect(await server.ended).toBe("SIGKILL");
  sink.answer = () => undefined;
}

describe("kill -9 between the booking of a guest and its mails", () => {
  it("sends each exactly once after the restart, to guest and host", { timeout: 120_000 }, async () => {
    const first = await start();
    await makePage(first);
    await killedBeforeMail(first, 1);
    expect([...mailsTo(GUEST), ...mailsTo(HOST)]).toEqual([]);
    const second = await start();
    await until(() => mailsTo(GUEST).length > 0 && mailsTo(HOST).length > 0);
    // The first of the two mails of the next booking goes out, the second one does not.
    await killedBeforeMail(second, 2);
    const third = await start();
    await until(() => mailsTo(GUEST).length > 1 && mailsTo(HOST).length > 1);
    third.child.kill("SIGTERM");
    await third.ended;
    // Nothing is left that another start would send once more.
    const last = await start();
    await wait(5_000);
    last.child.kill("SIGTERM");
    expect(await last.ended).toBe(0);
    expect(mailsTo(GUEST)).toHaveLength(2);
    expect(mailsTo(HOST)).toHaveLength(2);
    expect(new Set(mailsTo(GUEST)).size).toBe(2);
  });
});
