import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";
import { Visitor } from "./visitor.ts";
import { freePort, PROXIES, startProxyProgram, type ProxyName } from "./proxy-program.ts";
import { PASSWORD, startSnart, USER } from "./snart.ts";

/** Caddy and nginx with the very lines that README gives, in front of a real server. */
export async function proxies(): Promise<readonly CheckResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "snart-proxies-"));
  const results: CheckResult[] = [];
  try {
    await makeCertificate(folder);
    for (const name of PROXIES) results.push(...(await behind(name, folder)));
  } finally {
    await rm(folder, { recursive: true });
  }
  return results;
}

export async function makeCertificate(folder: string): Promise<void> {
  const openssl = findProgram("openssl");
  if (openssl === undefined)
    throw new Error("openssl is not installed (on Debian: apt-get install openssl).");
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const names = ["-addext", "subjectAltName=DNS:your.address,DNS:localhost"];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = await runProgram(openssl, [
    "req",
    "-x509",
    ...kind,
    "-subj",
    "/CN=your.address",
    ...names,
    ...files,
  ]);
  expectThat(made.code === 0, saidBy(made));
}

async function behind(name: ProxyName, folder: string): Promise<readonly CheckResult[]> {
  const checks = new Checks("proxies");
  const [port, target] = [await freePort(), await freePort()];
  const snart = await startSnart(join(folder, name), target, `https://your.address:${port}`);
  const proxy = await startProxyProgram(name, { folder, port, target });
  try {
    await checkAll(checks, name, new Visitor(port));
  } finally {
    await proxy.stop();
    await snart.stop();
  }
  return checks.results;
}

const EVENT = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Snart//proxies//EN",
  "BEGIN:VEVENT",
  "UID:behind-a-proxy",
  "DTSTAMP:20261101T120000Z",
  "DTSTART:20261123T120000Z",
  "SUMMARY:Behind a proxy",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");
const PATH = `/dav/calendars/${USER}/calendar/proxied.ics`;
const SYNC = `<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`;

async function checkAll(checks: Checks, name: ProxyName, visitor: Visitor): Promise<void> {
  await checks.check(`${name}: one signs in on the page and is known afterwards`, async () => {
    const cookie = await visitor.signIn(PASSWORD);
    const session = await visitor.ask("GET", "/jmap/session", { headers: { cookie } });
    expectEqual(session.status, 200, "the session");
    expectThat(
      session.body.includes(`https://your.address:${visitor.port}/jmap/api`),
      "another address is told",
    );
  });
  await checks.check(`${name}: a calendar app finds, writes and synchronises`, async () => {
    const found = await visitor.ask("PROPFIND", "/.well-known/caldav", { signedIn: true });
    expectThat([301, 307, 308].includes(found.status), `discovery answers ${found.status}`);
    expectEqual((await visitor.ask("PUT", PATH, { signedIn: true, body: EVENT })).status, 201, "PUT");
    const headers = { "content-type": "application/xml" };
    const home = PATH.slice(0, PATH.lastIndexOf("/") + 1);
    const synced = await visitor.ask("REPORT", home, { signedIn: true, body: SYNC, headers });
    expectEqual(synced.status, 207, "REPORT");
    expectThat(synced.body.includes("proxied.ics"), "the event is not in the answer");
  });
  await checks.check(`${name}: a file of several megabytes comes through`, async () => {
    const accountId = await visitor.accountId();
    const body = "a".repeat(5_000_000);
    const headers = { "content-type": "text/plain" };
    const sent = await visitor.ask("POST", `/jmap/upload/${accountId}/`, { signedIn: true, body, headers });
    expectEqual(sent.status, 201, "the upload");
  });
  await checks.check(`${name}: the event source speaks while the answer is open`, async () => {
    const source = await visitor.listen("/jmap/eventsource/?types=*&closeafter=no&ping=0");
    await source.heard("id:");
    await visitor.ask("PUT", PATH, { signedIn: true, body: EVENT.replace("Behind a", "Behind another") });
    await source.heard("event: state");
    source.close();
  });
  await checks.check(`${name}: wrong passwords count for the address that sends them`, async () => {
    const guessing = new Visitor(visitor.port, "127.0.1.1");
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      // What a visitor says of itself counts for nothing.
      const headers = { "x-forwarded-for": `203.0.113.${n}` };
      statuses.push((await guessing.trySignIn(`wrong ${n}`, headers)).status);
    }
    expectThat(statuses.includes(429), `twelve guesses answer ${statuses.join(", ")}`);
    expectEqual(
      (await guessing.trySignIn(PASSWORD)).status,
      429,
      "the right password at the guessing address",
    );
    expectEqual((await new Visitor(visitor.port, "127.0.2.1").trySignIn(PASSWORD)).status, 200, "elsewhere");
  });
}
