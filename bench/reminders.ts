// The time until 10,000 alarms that ring in one minute have all been sent, and the memory this takes: `node
// bench/reminders.ts [mail|push|app] [sqlite|postgres] [alarms] [milliseconds that the other side takes for each]`. A
// separate process rings and sends as the server does; this one receives, and counts duplicate and missing ones.
import { spawn } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { mintActor } from "../packages/server/src/app/actor.ts";
import type { App } from "../packages/server/src/app/app.ts";
import { insertPerson } from "../packages/server/src/app/accounts/new-person.ts";
import { listCalendars } from "../packages/server/src/app/calendars/list-calendars.ts";
import { DEFAULT_LIMITS } from "../packages/server/src/app/limits.ts";
import { putObject } from "../packages/server/src/app/write/put-object.ts";
import { loadConfig } from "../packages/server/src/config/load.ts";
import { openApp } from "../packages/server/src/open-app.ts";
import { eventText } from "../packages/server/src/testing/dav-client.ts";
import { startPostgres } from "../packages/server/src/storage/contract/postgres-server.ts";

const [by = "mail", database = "sqlite", many = "10000", delay = "0"] = process.argv.slice(2);
const ALARMS = Number(many);
const PER_PERSON = 10;
/** The alarms are stored from now on; they ring when all are stored. */
const RINGS_AT = Date.now() + 20_000 + ALARMS * (database === "sqlite" ? 3 : 8);

const folder = mkdtempSync(join(tmpdir(), "snart-bench-reminders-"));
const postgres = database === "postgres" ? await startPostgres() : undefined;
const came: { readonly at: number; readonly name: string }[] = [];
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, _session, done) {
    let text = "";
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    stream.on("end", () => {
      came.push({ at: Date.now(), name: /^Message-ID: (.*)$/im.exec(text)?.[1] ?? "" });
      setTimeout(done, Number(delay));
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
const push = createServer((request, response) => {
  let size = 0;
  request.on("data", (piece: Buffer) => (size += piece.length));
  request.on("end", () => {
    // Each push is encrypted with its own key, so its content can't be compared.
    came.push({ at: Date.now(), name: `${request.url ?? ""} ${came.length} ${size}` });
    setTimeout(() => response.writeHead(201).end(), Number(delay));
  });
});
await new Promise<void>((resolve) => push.listen(0, "127.0.0.1", resolve));
const pushHost = `127.0.0.1:${(push.address() as AddressInfo).port}`;

const env: Record<string, string> = {
  SNART_DATA: folder,
  SNART_SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  SNART_MAIL_FROM: "calendar@snart.example",
  SNART_PUBLIC_URL: "https://snart.example",
  ...(postgres && { SNART_DATABASE_URL: postgres.url }),
};

const utc = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

async function store(app: App, number: number): Promise<void> {
  const email = `p${number}@example.com`;
  const preferences = {
    timeZone: "Europe/Stockholm",
    reminders: { app: true, push: by === "push", mail: by === "mail" },
  };
  const person = { email, displayName: `Person ${number}`, password: "", isAdmin: false, preferences };
  const added = await app.storage.write((tx) => insertPerson(app, tx, person, "no password"));
  if (!added.ok) throw new Error(added.problem.code);
  const { id, login } = added.value;
  const actor = mintActor({ principalId: id, login, isAdmin: false, via: "session", proof: "bench" });
  const calendars = await listCalendars(app, actor, id);
  const calendar = calendars.ok ? calendars.value[0]?.calendar : undefined;
  if (!calendar) throw new Error("no calendar");
  if (by === "push") await subscribe(app, id, number);
  for (let event = 0; event < PER_PERSON; event++) {
    const alarm = [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `TRIGGER;VALUE=DATE-TIME:${utc(RINGS_AT)}`,
      "END:VALARM",
    ];
    const lines = [
      `DTSTART:${utc(RINGS_AT + 3_600_000)}`,
      "DURATION:PT1H",
      `SUMMARY:Event ${event}`,
      ...alarm,
    ];
    const stored = await putObject(
      app,
      actor,
      calendar,
      `e${event}.ics`,
      eventText(`${number}-${event}`, ...lines),
      {},
    );
    if (!stored.ok) throw new Error(JSON.stringify(stored.problem));
  }
}

async function subscribe(
  app: App,
  principalId: Parameters<typeof mintActor>[0]["principalId"],
  number: number,
): Promise<void> {
  const keys = createECDH("prime256v1");
  await app.storage.write((tx) =>
    tx.push.insert({
      id: app.newId(),
      principalId,
      deviceClientId: `d${number}`,
      url: `http://${pushHost}/${number}`,
      keys: { p256dh: keys.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
      verificationCode: "",
      isVerified: true,
      expiresAt: RINGS_AT + 86_400_000,
      types: ["CalendarAlert"],
      createdAt: Date.now(),
      signedInBy: { via: "command-line", proof: "" },
    }),
  );
}

async function prepare(): Promise<void> {
  const loaded = loadConfig({ env, folder: "/nonexistent" }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const opened = await openApp(loaded.config);
  for (let from = 0; from < ALARMS / PER_PERSON; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => store(opened.app, from + n)));
  await opened.close();
}

const began = Date.now();
await prepare();
process.stderr.write(
  `stored in ${((Date.now() - began) / 1000).toFixed(1)} s, rings in ${((RINGS_AT - Date.now()) / 1000).toFixed(1)} s\n`,
);
const child = spawn(process.execPath, [join(import.meta.dirname, "reminders-server.ts"), pushHost], {
  env: { PATH: process.env["PATH"] ?? "", ...env },
  stdio: ["pipe", "pipe", "inherit"],
});
let said = "";
child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
let most = 0;
const look = setInterval(() => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
}, 100);
const wanted = by === "app" ? 0 : Math.ceil(ALARMS / PER_PERSON / 20) * 20 * PER_PERSON;
while (Date.now() < RINGS_AT || came.length < wanted || (by === "app" && !said.includes("idle"))) {
  await wait(100);
  if (Date.now() > RINGS_AT + 1_800_000) break;
}
// A duplicate would arrive late.
await wait(3_000);
clearInterval(look);
child.stdin.end("\n");
await new Promise((resolve) => child.once("close", resolve));
const seconds = (at: number | undefined): string => (((at ?? 0) - RINGS_AT) / 1000).toFixed(1);
const times = came.map(({ at }) => at).toSorted((a, b) => a - b);
console.log(
  JSON.stringify({
    by,
    database,
    delay: Number(delay),
    alarms: wanted || ALARMS,
    came: came.length,
    differing: new Set(came.map(({ name }) => name)).size,
    firstSeconds: seconds(times[0]),
    halfSeconds: seconds(times[times.length >> 1]),
    lastSeconds: seconds(times.at(-1)),
    residentMB: Math.round(most / 1024),
    server: said.trim().split("\n").at(-1),
  }),
);
smtp.close();
push.close();
push.closeAllConnections();
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
