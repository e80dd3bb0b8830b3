import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mountSmallDisk } from "../../testing/disk/small-disk.ts";
import { runCli } from "../run-cli.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-cli-"))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly bytes: Buffer;
}
async function snart(data: string, words: readonly string[], stdin: string | Uint8Array = ""): Promise<Ran> {
  const ran = { code: -1, out: "", err: "" };
  const pieces: Uint8Array[] = [];
  ran.code = await runCli(words, {
    env: { SNART_DATA: join(folder, data) },
    folder,
    stdin: (async function* () {
      yield stdin;
    })(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
    writeBytes: async (bytes) => void pieces.push(bytes),
  });
  return { ...ran, bytes: Buffer.concat(pieces) };
}

const EVENT = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:a@example.com\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Tvättstuga\r\nX-KEPT;A=b:as it was\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** A server's data with one person who has an event. */
async function filled(data: string): Promise<void> {
  const add = ["user", "add", "elin@example.com", "--name", "Elin Strand", "--admin", "--password-stdin"];
  expect((await snart(data, add, "lång nog för alla\n")).code).toBe(0);
  writeFileSync(join(folder, "a.ics"), EVENT);
  expect(
    (await snart(data, ["import", "a.ics", "--user", "elin@example.com", "--calendar", "Hemma"])).code,
  ).toBe(0);
}
const exported = async (data: string): Promise<string> =>
  (await snart(data, ["export", "--user", "elin@example.com", "--calendar", "Hemma"])).out;

describe("snart backup", () => {
  it("makes a private file that restores to the same, with the doctor's word", async () => {
    await filled("data");
    const { code, out, err } = await snart("data", ["backup", "copies"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(
      /-manual\.tar \(\d+\.\d MB\)\nRestored as a test: nothing is missing \(.*1 events and tasks\)\.\n$/,
    );
    const [file = ""] = readdirSync(join(folder, "copies"));
    expect(statSync(join(folder, "copies", file)).mode & 0o777).toBe(0o600);
    const path = join("copies", file);
    const verified = await snart("data", ["verify", path]);
    expect([verified.code, verified.out.slice(0, 6)]).toEqual([0, "Whole:"]);
    const restored = await snart("other", ["restore", path]);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(await exported("other")).toBe(await exported("data"));
    expect(await exported("other")).toContain("X-KEPT;A=b:as it was");
    const doctor = await snart("other", ["doctor"]);
    expect([doctor.code, doctor.err]).toEqual([0, ""]);
    expect(statSync(join(folder, "other", "snart.sqlite")).mode & 0o777).toBe(0o600);
  });

  it("writes to the standard output, and restores from the standard input", async () => {
    await filled("data");
    const { code, out, err, bytes } = await snart("data", ["backup", "-"]);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("not restored as a test");
    expect((await snart("other", ["restore", "-"], bytes)).code).toBe(0);
    expect(await exported("other")).toBe(await exported("data"));
  });

  it("lists what is there, for people and for programs", async () => {
    await filled("data");
    await snart("data", ["backup", "data/backups", "--no-verify"]);
    const json = await snart("data", ["backup", "data/backups", "--as", "nightly", "--json", "--progress"]);
    const lines = json.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ step: "copy" });
    expect(lines.at(-1)).toMatchObject({ kind: "nightly", isTested: true, rows: { object: 1 } });
    const { out } = await snart("data", ["backup", "list"]);
    expect(out.match(/nightly\t.*restored as a test\t|manual\t.*not tested\t/g)).toHaveLength(2);
    const listed = JSON.parse((await snart("data", ["backup", "list", "--json"])).out) as unknown[];
    expect(listed).toHaveLength(2);
    expect((await snart("data", ["backup", "list", "--in", "nowhere", "--json"])).out).toBe("[]\n");
  });

  it("says in a sentence why not", async () => {
    await filled("data");
    const copy = (await snart("data", ["backup", "-"])).bytes;
    const refused = async (
      data: string,
      words: readonly string[],
      stdin: Uint8Array | string = "",
    ): Promise<string> => {
      const { code, out, err } = await snart(data, words, stdin);
      expect([code === 0, out]).toEqual([false, ""]);
      expect(err).not.toContain("    at ");
      return err;
    };
    expect(await refused("data", ["restore", "-"], copy)).toMatch(
      /exists already.*Nothing was restored\.\n$/s,
    );
    expect(await refused("other", ["restore", "none.tar"])).toContain("There is no file");
    expect(await refused("other", ["restore", "-"], copy.subarray(0, -1))).toContain("was cut off");
    expect(await refused("other", ["restore", "-"], "hello")).toContain("Nothing was restored.");
    expect(await refused("other", ["restore", "-"], "")).toContain("Nothing was restored.");
    expect(await refused("other", ["backup", "copies", "--to", "me"])).not.toBe("");
    expect(await refused("data", ["backup", "copies", "--to", "me"])).toContain("me is no recipient of age");
    expect(await refused("data", ["backup", "copies", "--as", "weekly"])).toContain("--as takes");
    expect(await refused("none", ["backup", "copies"])).toContain("no file");
    expect(existsSync(join(folder, "other", "snart.sqlite"))).toBe(false);
    expect(readdirSync(folder).toSorted()).toEqual(["a.ics", "copies", "data", "other"]);
    expect([...readdirSync(join(folder, "copies")), ...readdirSync(join(folder, "other"))]).toEqual([]);
  });

  it("leaves nothing on a disk that becomes full", async ({ skip }) => {
    const disk = mountSmallDisk(2);
    if (disk === undefined) return skip("mounting a small disk is not permitted here");
    try {
      await filled("data");
      const copy = (await snart("data", ["backup", "-"])).bytes;
      disk.fill();
      const made = await snart("data", ["backup", disk.folder]);
      expect([made.code, made.err]).toEqual([1, expect.stringContaining("no room left")]);
      const restored = await runCli(["restore", "-"], {
        env: { SNART_DATA: join(disk.folder, "data") },
        folder,
        stdin: (async function* () {
          yield copy;
        })(),
        stdout: () => undefined,
        stderr: (text) => expect(text).toMatch(/no room left|ENOSPC/),
      });
      expect(restored).toBe(1);
      disk.empty();
      expect(readdirSync(disk.folder).filter((name) => name !== "data")).toEqual([]);
      if (existsSync(join(disk.folder, "data"))) expect(readdirSync(join(disk.folder, "data"))).toEqual([]);
    } finally {
      disk.remove();
    }
  });

  it("is a tar file that others read", async () => {
    await filled("data");
    writeFileSync(join(folder, "a.tar"), (await snart("data", ["backup", "-"])).bytes);
    const { execFileSync } = await import("node:child_process");
    const names = execFileSync("tar", ["-tf", join(folder, "a.tar")], { encoding: "utf8" })
      .trimEnd()
      .split("\n");
    expect([names[0], names.at(-2), names.at(-1)]).toEqual(["manifest.json", "contents.json", "seal.sha256"]);
    expect(names).toContain("rows/object/000001.ndjson");
    expect(readFileSync(join(folder, "a.tar"), "utf8")).toContain("Tvättstuga");
  });
});

/** The key of a passphrase is made anew for each of the seven, which takes seconds on purpose. */
describe("a backup with a passphrase", { timeout: 180_000 }, () => {
  const PASSPHRASE = "hjortron gran älg mossa";
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  const made = (): string => readdirSync(join(folder, "out")).find((name) => name.endsWith(".age")) ?? "none";

  it("is restored as a test, and opened by the same one alone", async () => {
    await filled("data");
    const right = write("right", `${PASSPHRASE}\r\na second line\n`);
    const ran = await snart("data", ["backup", "out", "--passphrase-file", right]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(ran.out).toContain("Restored as a test: nothing is missing");
    const file = join("out", made());
    const bytes = readFileSync(join(folder, file));
    expect(bytes.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    expect(bytes.includes("Tvättstuga")).toBe(false);

    expect((await snart("none", ["verify", file])).err).toMatch(/--passphrase-file FILE/);
    const wrong = write("wrong", `${PASSPHRASE}!\n`);
    expect(await snart("none", ["verify", file, "--passphrase-file", wrong])).toMatchObject({
      code: 1,
      err: "This backup was encrypted with another passphrase, or for a key: --identity FILE.\n",
    });
    expect((await snart("none", ["verify", file, "--passphrase-file", right])).code).toBe(0);
    const restored = await snart("new", ["restore", file, "--passphrase-file", right]);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(await exported("new")).toContain("SUMMARY:Tvättstuga");
  });

  it("is not made with one that is short, empty or beside recipients", async () => {
    await filled("data");
    const cases: [number, ...string[]][] = [
      [1, "--passphrase-file", write("short", "hjortron\n")],
      [1, "--passphrase-file", write("empty", "\n")],
      [1, "--passphrase-file", "none"],
      [2, "--passphrase-file", write("right", PASSPHRASE), "--to", "age1aaaaaaaaaaa"],
    ];
    for (const [code, ...flags] of cases)
      expect((await snart("data", ["backup", "out", ...flags])).code, flags.join(" ")).toBe(code);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});
