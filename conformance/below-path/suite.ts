import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Checks, expectEqual, expectThat, type CheckResult } from "../checks.ts";
import { findProgram, runProgram, saidBy } from "../program.ts";
import { openSmtpSink, type CaughtMail } from "../../packages/server/src/testing/smtp-sink.ts";
import { freePort, PROXIES, startProxyProgram, type ProxyName, type Way } from "../proxies/proxy-program.ts";
import { PASSWORD, startSnart, USER, type Snart } from "../proxies/snart.ts";
import { makeCertificate } from "../proxies/suite.ts";
import { Visitor } from "../proxies/visitor.ts";
import { InBrowser } from "./in-browser.ts";

const BASE = "/kalender";
const WAYS = ["passes", "strips"] as const satisfies readonly Way[];

/** A server whose address has a path, behind Caddy and nginx with the very lines that docs/operating.md gives. */
export async function belowPath(): Promise<readonly CheckResult[]> {
  const checks = new Checks("below-path");
  const folder = await mkdtemp(join(tmpdir(), "snart-below-"));
  try {
    await makeCertificate(folder);
    for (const name of PROXIES)
      for (const way of WAYS)
        await behind(name, way, folder, (place) => speaks(checks, `${name} ${way}`, place));
    await browsesBehind("nginx", "passes", folder, checks);
    await browsesBehind("caddy", "strips", folder, checks);
  } finally {
    await rm(folder, { recursive: true });
  }
  return checks.results;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly snart: Snart;
}

let count = 0;

async function behind(
  name: ProxyName,
  way: Way,
  folder: string,
  work: (place: Place) => Promise<void>,
  options: Parameters<typeof startSnart>[3] = {},
): Promise<void> {
  const [port, target] = [await freePort(), await freePort()];
  const data = join(folder, `data-${String(count++)}`);
  const snart = await startSnart(data, target, `https://your.address:${port}${BASE}`, options);
  try {
    const proxy = await startProxyProgram(name, { folder, port, target }, way);
    try {
      await work({ folder, port, snart });
    } finally {
      await proxy.stop();
    }
  } finally {
    await snart.stop();
  }
}

const EVENT = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Snart//below a path//EN",
  "BEGIN:VEVENT",
  "UID:below-a-path",
  "DTSTAMP:20261101T120000Z",
  "DTSTART:20261123T120000Z",
  "SUMMARY:Below a path",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

async function speaks(checks: Checks, name: string, { folder, port }: Place): Promise<void> {
  const visitor = new Visitor(port, "127.0.0.1", BASE);
  const address = `https://your.address:${port}${BASE}`;
  await checks.check(`${name}: the cookie is the path's, and nothing answers beside it`, async () => {
    await visitor.signIn(PASSWORD);
    for (const path of ["/", "/auth/session", "/jmap/session", "/dav/", "/healthz", "/sw.js", "/kalendern"]) {
      const beside = await visitor.ask("GET", path, { isBeside: true });
      expectEqual([beside.status, beside.body], [404, "somebody else"], path);
    }
    const bare = await visitor.ask("GET", BASE, { isBeside: true });
    expectThat([301, 302, 308].includes(bare.status), `${BASE} answers ${bare.status}`);
  });
  await checks.check(
    `${name}: a JMAP client is led from the root of the host, and hears of changes`,
    async () => {
      const found = await visitor.ask("GET", "/.well-known/jmap", { isBeside: true });
      expectEqual(found.headers.location, `${BASE}/jmap/session`, "where it leads");
      const { body } = await visitor.ask("GET", "/jmap/session", { signedIn: true });
      const outside = body.match(/https?:\/\/[^"]*/g)?.filter((url) => !url.startsWith(`${address}/`));
      expectEqual(outside, [], "addresses outside the path");
      const source = await visitor.listen("/jmap/eventsource/?types=*&closeafter=no&ping=0");
      await source.heard("id:");
      const path = `/dav/calendars/${USER}/calendar/below.ics`;
      expectEqual((await visitor.ask("PUT", path, { signedIn: true, body: EVENT })).status, 201, "PUT");
      await source.heard("event: state");
      source.close();
    },
  );
  await checks.check(
    `${name}: vdirsyncer finds the calendars from the host alone, and synchronises`,
    async () => {
      const text = await synchronised(folder, port);
      expectThat(text.includes("SUMMARY:Below a path"), "the event is not there");
    },
  );
  await checks.check(`${name}: python-caldav finds them from the host alone`, async () => {
    const found = await pythonFinds(port);
    expectEqual(
      found,
      [`${BASE}/dav/principals/${USER}/`, `${BASE}/dav/calendars/${USER}/calendar/`],
      "paths",
    );
  });
  await checks.check(`${name}: a feed is where its link says`, async () => {
    const token = await visitor.publicLink();
    const feed = await visitor.ask("GET", `/feed/${token}.ics`);
    expectEqual(feed.status, 200, "the feed");
    expectThat(feed.body.includes("SUMMARY:Below a path"), "the event is not in it");
  });
}

/** vdirsyncer is told the host, and looks for the rest. */
async function synchronised(folder: string, port: number): Promise<string> {
  const program = findProgram("vdirsyncer");
  if (program === undefined)
    throw new Error("vdirsyncer is not installed (on Debian: apt-get install vdirsyncer).");
  const place = await mkdtemp(join(folder, "vdirsyncer-"));
  const config = `
[general]
status_path = "${place}/status/"
[pair snart]
a = "files"
b = "server"
collections = ["from b"]
[storage files]
type = "filesystem"
path = "${place}/files/"
fileext = ".ics"
[storage server]
type = "caldav"
url = "https://localhost:${port}/"
username = "${USER}"
password = "${PASSWORD}"
verify = "${join(folder, "cert.pem")}"
`;
  await writeFile(join(place, "config"), config);
  for (const step of ["discover", "sync"]) {
    const env = { HOME: place };
    const done = await runProgram(program, ["-c", join(place, "config"), step], {
      env,
      input: "y\n".repeat(9),
    });
    if (done.code !== 0) throw new Error(`vdirsyncer ${step}: ${saidBy(done)}`);
  }
  const listed = await runProgram("/bin/sh", ["-c", `cat ${place}/files/calendar/*.ics`]);
  return listed.stdout;
}

const PYTHON = `
import sys, caldav, requests, urllib3
from urllib.parse import urljoin
urllib3.disable_warnings()
host, user, password = sys.argv[1:]
# RFC 6764 section 6: this library leaves it to whoever uses it.
found = requests.request("PROPFIND", host + "/.well-known/caldav", verify=False, allow_redirects=False)
url = urljoin(host, found.headers["location"])
client = caldav.DAVClient(url=url, username=user, password=password, ssl_verify_cert=False)
principal = client.principal()
print(principal.url.path)
print(next(c for c in principal.calendars() if c.url.path.rstrip("/").endswith("/calendar")).url.path)
`;

async function pythonFinds(port: number): Promise<readonly string[]> {
  const python = findProgram("python3");
  if (python === undefined) throw new Error("python3 is not installed.");
  const url = `https://localhost:${port}`;
  const done = await runProgram(python, ["-c", PYTHON, url, USER, PASSWORD]);
  if (done.code !== 0) throw new Error(saidBy(done));
  return done.stdout.trim().split("\n");
}

async function browsesBehind(proxy: ProxyName, way: Way, folder: string, checks: Checks): Promise<void> {
  const sink = await openSmtpSink();
  try {
    const options = { isEmpty: true, smtpUrl: sink.url };
    await behind(
      proxy,
      way,
      folder,
      (place) => browses(checks, `${proxy} ${way}`, place, sink.mails),
      options,
    );
  } finally {
    await sink.close();
  }
}

async function browses(
  checks: Checks,
  name: string,
  { port, snart }: Place,
  mails: readonly CaughtMail[],
): Promise<void> {
  const address = `https://your.address:${port}${BASE}`;
  const browser = await InBrowser.open(address);
  try {
    await checks.check(`${name}: one signs up, makes an event, and starts without a network`, async () => {
      const page = await browser.signUp(snart.setupUrl ?? "");
      await browser.makesEvent(page);
      await browser.opensDeepLinks(page);
      await browser.answersPoll(await new Visitor(port, "127.0.0.1", BASE).publicPoll());
      expectEqual(browser.outside, [], "asked outside the path");
    });
    const visitor = new Visitor(port, "127.0.0.1", BASE);
    await checks.check(
      `${name}: a guest books, and every link in the mails leads below the path`,
      async () => {
        await browser.booksByMail(await visitor.bookingPage(), mails);
        expectEqual(browser.outside, [], "asked outside the path");
      },
    );
    await checks.check(`${name}: a screen at a door shows its room`, async () => {
      await browser.standsAtDoor(await visitor.door());
      expectEqual(browser.outside, [], "asked outside the path");
    });
    await checks.check(`${name}: a passkey is made and opens the account`, async () => {
      await browser.usesPasskey(await browser.newPage());
      expectEqual(browser.outside, [], "asked outside the path");
    });
  } finally {
    await browser.close();
  }
}
