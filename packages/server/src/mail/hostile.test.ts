import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { receiveMessage } from "../app/mail/receive-message.ts";
import { calendarText, plain, AUTH_SERVER, proved } from "../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { parseMessage } from "./parse-message.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const ABOUT = { uid: "a@firm.example", organizer: "nils@firm.example", attendee: "nils@firm.example" };
const request = (...lines: readonly string[]): string =>
  calendarText(
    "REQUEST",
    ABOUT,
    "-//x//EN",
    "ORGANIZER:mailto:nils@firm.example",
    "ATTENDEE:mailto:elin@example.com",
    ...lines,
  );
const receive = async (raw: string | Buffer): Promise<string> => {
  const options = { limits: world.app.limits, authServer: AUTH_SERVER };
  const parsed = await parseMessage(raw.length > 1_000_000 ? Buffer.from(raw) : proved(raw), options);
  return parsed.ok ? receiveMessage(world.app, parsed.value) : parsed.problem;
};
/** The longest time that it may block everybody else, in milliseconds; generous, for a busy machine. */
const MOST_MS = 5_000;
const timed = async (raw: string | Buffer): Promise<string> => {
  const started = performance.now();
  const outcome = await receive(raw);
  expect(performance.now() - started).toBeLessThan(MOST_MS);
  return outcome;
};
const events = async (): Promise<number> =>
  (await world.app.storage.read((tx) => tx.objects.byUidInAccount(elin.principalId, ABOUT.uid))).length;

const nested = (depth: number): string => {
  let head = "";
  let foot = "";
  for (let i = 0; i < depth; i++) {
    head += `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`;
    foot = `\r\n--b${i}--\r\n${foot}`;
  }
  return `From: nils@firm.example\r\n${head}Content-Type: text/calendar; method=REQUEST\r\n\r\n${request()}${foot}`;
};
const parts = (count: number): string =>
  `From: nils@firm.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${request()}\r\n`.repeat(count)}--b--\r\n`;

describe("hostile mail", () => {
  it.each<[string, () => string | Buffer, string | undefined]>([
    ["10 MiB and a byte", () => Buffer.alloc(10 * 1024 * 1024 + 1, "x"), "too-large"],
    ["10 MiB of nothing", () => Buffer.alloc(10 * 1024 * 1024, "\r\n"), "too-large"],
    ["10 MiB of one header", () => `From: ${"x".repeat(10_000_000)}\r\n\r\n`, "unreadable"],
    ["10 MiB of headers", () => "X: y\r\n".repeat(1_700_000), "too-large"],
    [
      "10 MiB of folded addresses",
      () => `To: ${"<a@b.example>,\r\n ".repeat(10_000)}\r\n\r\n`,
      "no-calendar",
    ],
    ["parts in parts", () => nested(1_000), "unreadable"],
    ["a thousand parts", () => parts(1_000), "too-large"],
    [
      "a hundred thousand boundaries",
      () => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\n".repeat(100_000)}`,
      "too-large",
    ],
    ["no boundary", () => "Content-Type: multipart/mixed\r\n\r\n--\r\n--\r\n", "no-calendar"],
    ["an empty message", () => "", "no-calendar"],
    ["zeros", () => Buffer.alloc(100_000), "no-calendar"],
    [
      "a calendar that never ends",
      () => plain(ABOUT, "REQUEST", `BEGIN:VCALENDAR\r\n${"BEGIN:VEVENT\r\n".repeat(40_000)}`),
      "unreadable",
    ],
    [
      "a calendar past the limit",
      () => plain(ABOUT, "REQUEST", request(`DESCRIPTION:${"x".repeat(1_100_000)}`)),
      "no-calendar",
    ],
    [
      "five thousand guests",
      () =>
        plain(
          ABOUT,
          "REQUEST",
          request(...Array.from({ length: 5_000 }, (_, i) => `ATTENDEE:mailto:g${i}@x.example`)),
        ),
      "not-stored",
    ],
    [
      "a rule of every second",
      () =>
        plain(
          { ...ABOUT, uid: "other" },
          "REQUEST",
          request("RRULE:FREQ=SECONDLY;COUNT=999999999").replace(ABOUT.uid, "other"),
        ),
      undefined,
    ],
  ] as const)(
    "of %s is processed at once and crashes nothing",
    { timeout: 30_000 },
    async (_, make, outcome) => {
      const came = await timed(make());
      if (outcome !== undefined) expect(came).toBe(outcome);
      expect(await events()).toBe(0);
      expect(await timed(plain(ABOUT, "REQUEST", request()))).toBe("taken");
      expect(await events()).toBe(1);
    },
  );

  it.each([
    ["a letter set that is none", "x-none", "utf-8"],
    ["UTF-7", "utf-7", "utf-8"],
    ["UTF-16 said, UTF-8 written", "utf-16le", "utf-8"],
    ["ISO-8859-1", "iso-8859-1", "latin1"],
  ] as const)("in %s is read or ignored, never processed in part", async (_, charset, encoding) => {
    const head = `From: nils@firm.example\r\nContent-Type: text/calendar; method=REQUEST; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`;
    const raw = Buffer.concat([Buffer.from(head), Buffer.from(request("SUMMARY:Möte å"), encoding)]);
    const outcome = await receive(raw);
    expect(["taken", "no-calendar", "unreadable"]).toContain(outcome);
    expect(await events()).toBe(outcome === "taken" ? 1 : 0);
    if (charset === "iso-8859-1") expect(outcome).toBe("taken");
  });

  it("can't add headers or markup to forwarded contents", async () => {
    const evil = "x\\nBcc: all@evil.example\\n\\n<script>";
    const raw = plain(
      ABOUT,
      "REQUEST",
      request(`SUMMARY:${evil}`, `LOCATION:${evil}`).replace(
        "ORGANIZER:",
        'ORGANIZER;CN="x^nBcc: all@evil.example":',
      ),
    );
    expect(await receive(raw)).toBe("taken");
    const [head] = await world.app.storage.read((tx) =>
      tx.objects.byUidInAccount(elin.principalId, ABOUT.uid),
    );
    const text: string = await world.text(elin, head?.uri ?? "");
    await world.put(elin, head?.uri ?? "", text.replace("ATTENDEE:", "ATTENDEE;PARTSTAT=ACCEPTED:"));
    await world.send();
    const [mail] = world.sink.mails;
    expect(mail?.to).toEqual(["nils@firm.example"]);
    expect(mail?.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc/im);
    expect(mail?.read.html).not.toContain("<script>");
  });
});
