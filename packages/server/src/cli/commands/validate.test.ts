import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../run-cli.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-validate-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function validate(words: readonly string[], stdin = "") {
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(["validate", ...words], {
    env: { SNART_DATA: folder },
    folder,
    stdin: (async function* () {
      // one octet at a time: characters may come in pieces
      for (const byte of Buffer.from(stdin)) yield Uint8Array.of(byte);
    })(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}

const file = (...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTAMP:20260101T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

it("says only that a valid file is valid, and opens no data", async () => {
  writeFileSync(join(folder, "in.ics"), file("DTSTART:20261120T120000Z", "SUMMARY:Tandläkare"));
  expect(await validate(["in.ics"])).toEqual({ code: 0, out: "", err: "in.ics is valid.\n" });
  expect(readdirSync(folder)).toEqual(["in.ics"]);
});

it("names file, line, place, problem and section, with exit code 1", async () => {
  writeFileSync(join(folder, "in.ics"), file("DTSTART:20261120T120000Z", "PRIORITY:12"));
  expect(await validate(["in.ics"])).toEqual({
    code: 1,
    out: "in.ics:8: VCALENDAR/VEVENT PRIORITY: “12” is not from 0 to 9 (RFC 5545 §3.8.1.9)\n",
    err: "",
  });
});

it("reads the standard input, and checks more when asked to", async () => {
  const text = file("DTSTART;TZID=Europe/Stockholm:20261120T120000", "SUMMARY:åäö").replace(
    "VERSION",
    "METHOD:X-OWN\r\nVERSION",
  );
  expect((await validate(["-"], text)).out).toMatch(/^-:8: .* there is no VTIMEZONE of “Europe\/Stockholm”/);
  expect(await validate(["-", "--zones-by-reference"], text)).toMatchObject({ code: 0, out: "" });
  const asObject = await validate(["-", "--zones-by-reference", "--object"], text);
  expect(asObject.out).toBe(
    "-:2: VCALENDAR METHOD: METHOD is for messages, not for storage (RFC 4791 §4.1)\n",
  );
});

it("refuses an unreadable file in one sentence", async () => {
  expect(await validate(["missing.ics"])).toEqual({ code: 1, out: "", err: "missing.ics cannot be read.\n" });
  expect(await validate([])).toMatchObject({ code: 2, out: "" });
  expect(await validate(["-"], "<html>\r\n")).toEqual({
    code: 1,
    out: "-:1: not a content line (RFC 5545 §3.4)\n",
    err: "",
  });
});

it("finds nothing wrong with an export", async () => {
  const snart = async (words: readonly string[], stdin = "") => {
    const ran = { code: -1, out: "" };
    ran.code = await runCli(words, {
      env: { SNART_DATA: folder },
      folder,
      stdin: (async function* () {
        yield stdin;
      })(),
      stdout: (text) => (ran.out += text),
      stderr: () => undefined,
    });
    return ran;
  };
  const to = ["--user", "elin", "--calendar", "Möten; och, annat"];
  await snart(
    ["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"],
    "lång nog för alla\n",
  );
  const one = file("DTSTART:20261120T120000Z", `SUMMARY:${"åäö ".repeat(8)}`);
  const two = file("DTSTART:20261120T120000Z", "RRULE:FREQ=DAILY").replace("UID:1", "UID:2");
  for (const text of [one, two]) expect((await snart(["import", "-", ...to], text)).code).toBe(0);
  const exported = await snart(["export", ...to]);
  expect(exported.out.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(await validate(["-"], exported.out)).toEqual({ code: 0, out: "", err: "- is valid.\n" });
});
