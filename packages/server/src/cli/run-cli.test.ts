import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { PROBLEM_STATUS } from "../app/problems.ts";
import { startTestServer } from "../testing/http-server.ts";
import { COMMANDS } from "./all-commands.ts";
import { runCli } from "./run-cli.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-cli-"))));
afterEach(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
async function snart(words: readonly string[], stdin = "", env: Record<string, string> = {}): Promise<Ran> {
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(words, {
    env: { SNART_DATA: folder, ...env },
    folder,
    stdin: (async function* () {
      yield stdin;
    })(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}
const addElin = (): Promise<Ran> =>
  snart(
    ["user", "add", "elin@example.com", "--name", "Elin Strand", "--admin", "--password-stdin"],
    "lång nog för alla\n",
  );

describe("audit", () => {
  it("prints actions, newest first, on one line each, whatever was typed", async () => {
    await addElin();
    const { code, out } = await snart(["audit"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d{4}-\S+Z\t-\tuser-added\telin@example\.com\trole=administrator\n$/);
    expect((await snart(["audit", "--limit", "0"])).code).toBe(2);
    expect((await snart(["audit", "--limit", "many"])).code).toBe(2);
  });
});

const event = (uid: string, summary: string): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nDTEND:20261120T130000Z\r\nSUMMARY:${summary}\r\nX-KEPT;A=b:as it was\r\nEND:VEVENT\r\n`;
const file = (...events: readonly string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${events.join("")}END:VCALENDAR\r\n`;

describe("help", () => {
  it("lists every command", async () => {
    const { code, out } = await snart(["help"]);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) {
      expect(out).toContain(`snart ${name}`);
      expect(out).toContain(summary);
    }
  });
  it.each([
    [[], "Commands:"],
    [["fly"], "There is no command fly.\nSee: snart help\n"],
    [
      ["user", "add"],
      "Something is missing.\nUsage: snart user add EMAIL --name NAME [--admin] --password-stdin\n",
    ],
    [["user", "add", "a@b.c", "--password-stdin"], "--name is missing."],
    [["user", "add", "a@b.c", "--name", "A"], "--password-stdin is missing."],
    [["user", "list", "--loud"], "Unknown option '--loud'"],
    [["user", "list", "extra"], "That is too much."],
    [["import", "x.ics", "--user", "a"], "--calendar is missing."],
  ])("shows how to type %j, with exit code 2", async (words, text) => {
    const { code, out, err } = await snart(words);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(text);
  });
});

describe("people", () => {
  it("adds and lists them", async () => {
    expect(await addElin()).toEqual({
      code: 0,
      out: "Added Elin Strand <elin@example.com>, login elin, administrator.\n",
      err: "",
    });
    const { out } = await snart(["user", "list"]);
    expect(out).toBe("elin\telin@example.com\tElin Strand\tactive\tadministrator\n");
  });
  it("refuses in one sentence, and adds nobody", async () => {
    await addElin();
    expect(await addElin()).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Another account has this email") as string,
    });
    const weak = await snart(["user", "add", "b@example.com", "--name", "B", "--password-stdin"], "kort\n");
    expect(weak).toMatchObject({ code: 1, err: expect.stringContaining("password is too short") as string });
    expect((await snart(["user", "list"])).out.split("\n")).toHaveLength(2);
  });
  it("has a sentence for every problem", () => {
    for (const code of Object.keys(PROBLEM_STATUS) as (keyof typeof PROBLEM_STATUS)[])
      expect(nodeMessages("en-GB")(`error.${code}`), code).toMatch(/\.$/);
  });
});

describe("import and export", () => {
  it("imports a file, says what it left out, and exports it again without loss", async () => {
    await addElin();
    writeFileSync(
      join(folder, "in.ics"),
      file(
        event("a", "Tandläkare"),
        event("b", "Möte"),
        "BEGIN:VEVENT\r\nUID:c\r\nDTSTART:nonsense\r\nEND:VEVENT\r\n",
      ),
    );
    const words = ["import", "in.ics", "--user", "elin@example.com", "--calendar", "Privat"];
    const first = await snart(words);
    expect([first.code, first.out]).toEqual([0, "Privat: 2 added, 0 updated, 0 unchanged, 1 skipped.\n"]);
    expect(first.err).toMatch(/^Skipped line \d+, c: /);
    expect((await snart(words)).out).toBe("Privat: 0 added, 0 updated, 2 unchanged, 1 skipped.\n");

    const exported = await snart(["export", "--user", "elin", "--calendar", "Privat"]);
    expect(exported.code).toBe(0);
    expect(exported.out).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
    for (const text of [event("a", "Tandläkare"), event("b", "Möte")]) expect(exported.out).toContain(text);
    expect(exported.out).not.toContain("UID:c");

    const toFile = await snart(["export", "--user", "elin", "--calendar", "Privat", "--output", "out.ics"]);
    expect(toFile).toEqual({ code: 0, out: "", err: "" });
    expect(readFileSync(join(folder, "out.ics"), "utf8")).toBe(exported.out);
  });
  it("reads the standard input", async () => {
    await addElin();
    const { out } = await snart(
      ["import", "-", "--user", "elin", "--calendar", "calendar"],
      file(event("a", "A")),
    );
    expect(out).toMatch(/: 1 added, /);
  });
  it("joins lines folded inside a character, wherever the file is cut into pieces", async () => {
    await addElin();
    // ö is C3 B6; read octet by octet
    const text = Buffer.from(file(event("a", "K\u00c3\r\n \u00b6k")), "latin1");
    const ran = { out: "" };
    await runCli(["import", "-", "--user", "elin", "--calendar", "calendar"], {
      env: { SNART_DATA: folder },
      folder,
      stdin: (async function* () {
        for (const octet of text) yield Uint8Array.of(octet);
      })(),
      stdout: (written) => (ran.out += written),
      stderr: () => undefined,
    });
    expect(ran.out).toMatch(/: 1 added, /);
    const exported = await snart(["export", "--user", "elin", "--calendar", "calendar"]);
    expect(exported.out).toContain("SUMMARY:Kök\r\n");
  });
  it.each([
    [["import", "missing.ics", "--user", "elin", "--calendar", "X"], "missing.ics cannot be read.\n"],
    [
      ["import", "-", "--user", "bo@example.com", "--calendar", "X"],
      "There is nobody with the e-mail or login bo@example.com.\n",
    ],
    [["export", "--user", "elin", "--calendar", "Nowhere"], "There is no calendar named Nowhere.\n"],
    [
      ["export", "--user", "elin", "--output", "/dev/null/x.ics"],
      "/dev/null/x.ics cannot be written (ENOTDIR).\n",
    ],
  ])("refuses %j", async (words, text) => {
    await addElin();
    expect(await snart(words)).toEqual({ code: 1, out: "", err: text });
  });
});

describe("config", () => {
  it("shows what is in effect, secrets masked", async () => {
    const { code, out } = await snart(["config"], "", {
      SNART_PORT: "99",
      SNART_DATABASE_URL: "postgres://u:hunter2@h/d",
    });
    expect(code).toBe(0);
    expect(out).toContain("SNART_PORT=99\n");
    expect(out).toContain("SNART_DATABASE_URL=****\n");
    expect(out).not.toContain("hunter2");
  });
  it("says which file was read, where data is, where it listens, how it is reached, and whether it mails", async () => {
    const { out } = await snart(["config"], "", {
      SNART_DATABASE_URL: "postgres://u:hunter2@h/d",
      SNART_PUBLIC_URL: "https://calendar.example.org",
      SNART_SMTP_URL: "smtps://u:hunter3@mail.example.org",
      SNART_MAIL_FROM: "calendar@example.org",
    });
    const said = out.split("\n").filter((line) => line.startsWith("# "));
    expect(said).toEqual([
      expect.stringMatching(/^# Options: +the environment alone; there is no .*snart\.conf$/),
      expect.stringMatching(/^# Data: .*PostgreSQL at h\/d$/),
      "# Listens on:  127.0.0.1:8080",
      "# Public URL:  https://calendar.example.org",
      expect.stringMatching(/^# Proxies: +none is trusted \(SNART_TRUSTED_PROXIES\): /),
      "# Mail:        by mail.example.org, from calendar@example.org",
    ]);
    expect(out).not.toMatch(/hunter/);
  });
  it.each([
    ["none without a public URL", {}, []],
    [
      "those that are trusted",
      { SNART_PUBLIC_URL: "https://calendar.example.org", SNART_TRUSTED_PROXIES: "10.0.0.1" },
      ["# Proxies:     trusted: 10.0.0.1"],
    ],
  ])("says which proxies are trusted: %s", async (_, options, said) => {
    const { out } = await snart(["config"], "", options);
    expect(out.split("\n").filter((line) => line.startsWith("# Proxies:"))).toEqual(said);
  });
  it("names its problems", async () => {
    expect(await snart(["config"], "", { SNART_PORT: "x" })).toEqual({
      code: 1,
      out: "",
      err: 'SNART_PORT must be a whole number from 0 to 65535, not "x".\n',
    });
  });
});

describe("doctor", () => {
  it("finds values that no longer follow from the text, and derives them again", async () => {
    await addElin();
    await snart(
      ["import", "-", "--user", "elin", "--calendar", "calendar"],
      file(event("a", "A"), event("b", "B")),
    );
    const well = await snart(["doctor"]);
    expect(well).toEqual({
      code: 0,
      err: "",
      out: expect.stringMatching(
        /^Database: sqlite, schema version \d+, in order\n1 accounts, 1 calendars, 2 objects\.\nEvery object is in order\.\n$/,
      ) as string,
    });

    const database = new DatabaseSync(join(folder, "snart.sqlite"));
    database.exec("update object set summary = 'wrong', start_ms = start_ms + 1 where uid = 'a'");
    database.close();
    const ill = await snart(["doctor"]);
    expect(ill.code).toBe(1);
    expect(ill.err).toMatch(/^elin\/calendar\/.*\.ics: start, summary differ from its text\n$/);
    expect(ill.out).toContain("1 objects were not in order.");

    expect((await snart(["doctor", "--reindex"])).code).toBe(0);
    expect((await snart(["doctor"])).out).toContain("Every object is in order.");
  });

  it("knows the copy of a database in use, and finds nothing wrong with a whole one", async () => {
    const server = await startTestServer({
      overrides: { storageTarget: { kind: "sqlite", path: join(folder, "snart.sqlite") } },
    });
    const examine = async (name: string, ...files: readonly string[]) => {
      const copy = join(folder, name);
      mkdirSync(copy);
      for (const file of files) copyFileSync(join(folder, file), join(copy, file));
      return snart(["doctor"], "", { SNART_DATA: copy });
    };
    const [main, log, shared] = ["snart.sqlite", "snart.sqlite-wal", "snart.sqlite-shm"] as const;
    try {
      await server.addUser("bo@example.com", "lång nog för alla");
      expect(await snart(["doctor"]), "beside the server").toMatchObject({ code: 0 });
      const torn = await examine("torn", main);
      expect(torn).toMatchObject({ code: 1 });
      expect(torn.out).toMatch(
        /^Database: sqlite, not in order: .*\/torn\/snart\.sqlite was copied while Snart used it/,
      );
      expect(torn.out).not.toContain("Every object is in order");
      expect(await snart(["doctor"], "", { SNART_DATA: join(folder, "torn") }), "again").toMatchObject({
        code: 1,
      });
      const whole = await examine("whole", main, log, shared);
      expect(whole).toMatchObject({ code: 0 });
      expect(whole.out).toContain("1 accounts");
    } finally {
      await server.stop();
    }
    expect(await examine("stopped", main)).toMatchObject({ code: 0 });
  });

  it("gives the room that a database of an older release has freed back to the disk, and says how much", async () => {
    const path = join(folder, "snart.sqlite");
    await addElin();
    const older = new DatabaseSync(path);
    older.exec("pragma auto_vacuum = none");
    older.exec("vacuum");
    older.exec("create table ballast (content blob)");
    older.exec("insert into ballast values (zeroblob(3000000))");
    older.exec("drop table ballast");
    older.close();
    const full = statSync(path).size;
    expect(full).toBeGreaterThan(3_000_000);
    const server = await startTestServer({ overrides: { storageTarget: { kind: "sqlite", path } } });
    try {
      const refused = await snart(["doctor", "--compact"]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("Stop Snart") });
    } finally {
      await server.stop();
    }
    const done = await snart(["doctor", "--compact"]);
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toMatch(/^(2\.9|3\.0) of \d\.\d MiB were given back to the disk\.\nDatabase: sqlite/);
    expect(done.out).toContain("Every object is in order.");
    expect(statSync(path).size).toBeLessThan(full - 2_900_000);
    const after = new DatabaseSync(path);
    // 2: incremental. From then on it gives its room back by itself.
    expect(after.prepare("pragma auto_vacuum").get()).toEqual({ auto_vacuum: 2 });
    after.close();
  });

  it("knows an account that is older than what is in it", async () => {
    await addElin();
    const database = new DatabaseSync(join(folder, "snart.sqlite"));
    database.exec("update principal set modseq = 0");
    database.close();
    await snart(["import", "-", "--user", "elin", "--calendar", "calendar"], file(event("a", "A")));
    const other = new DatabaseSync(join(folder, "snart.sqlite"));
    other.exec("update principal set modseq = 0");
    other.close();
    const ill = await snart(["doctor"]);
    expect(ill.code).toBe(1);
    expect(ill.out).toContain("the account elin is older than what is in it");
  });

  it("counts what the log of changes names and is neither there nor deleted", async () => {
    await addElin();
    const many = file(event("a", "A"), event("b", "B"), event("c", "C"));
    await snart(["import", "-", "--user", "elin", "--calendar", "calendar"], many);
    const database = new DatabaseSync(join(folder, "snart.sqlite"));
    database.exec("delete from object where uid in ('a', 'b')");
    database.exec("update calendar set content_modseq = 0");
    database.close();
    const ill = await snart(["doctor"]);
    expect(ill.code).toBe(1);
    expect(ill.out).toContain("2 that the log of the account elin names are missing");
    expect(ill.out).toContain("the calendar elin/calendar is older than what is in it");
  });

  it("names problems of the database itself", async () => {
    await addElin();
    const database = new DatabaseSync(join(folder, "snart.sqlite"), {
      enableForeignKeyConstraints: false,
      defensive: false,
    });
    database.exec("update calendar set account_id = 'nobody'");
    database.exec("pragma writable_schema = on; delete from sqlite_master where name = 'object_uid'");
    database.close();
    const ill = await snart(["doctor"]);
    expect(ill.code).toBe(1);
    expect(ill.out).toMatch(/^Database: sqlite, schema version \d+, not in order: .*never used/s);
    expect(ill.out).toContain("a row of calendar refers to no principal");
  });
});

describe("beside a running server", () => {
  it("changes what the server shows, and sees what the server wrote", async () => {
    const server = await startTestServer({
      overrides: { storageTarget: { kind: "sqlite", path: join(folder, "snart.sqlite") } },
    });
    try {
      await server.addUser("bo@example.com", "lång nog för alla");
      expect((await snart(["user", "list"])).out).toMatch(/^bo\t/);
      await addElin();
      const response = await server.fetch("/auth/sign-in", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ login: "elin", password: "lång nog för alla" }),
      });
      expect(response.status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
