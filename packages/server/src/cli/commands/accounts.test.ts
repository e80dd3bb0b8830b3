import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../run-cli.ts";

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-cli-"));
  for (const [mail, name, ...more] of [
    ["elin@example.com", "Elin", "--admin"],
    ["nils@example.com", "Nils"],
  ] as const)
    await snart(["user", "add", mail, "--name", name, "--password-stdin", ...more]);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function snart(words: readonly string[], env: Record<string, string> = {}) {
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(words, {
    env: { SNART_DATA: folder, ...env },
    folder,
    stdin: (async function* () {
      yield "lång nog för alla\n";
    })(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}
const json = async (...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await snart([...words, "--json"])).out);
const PUBLIC = { SNART_PUBLIC_URL: "https://example.org/kalender" };

it("suspends, lets in, promotes, demotes, renames and deletes, and the log says from where", async () => {
  expect(await json("user", "suspend", "nils")).toMatchObject({ login: "nils", status: "suspended" });
  expect(await json("user", "activate", "NILS@example.com")).toMatchObject({ status: "active" });
  expect(await json("user", "promote", "nils")).toMatchObject({ isAdmin: true });
  expect(await json("user", "demote", "nils")).toMatchObject({ isAdmin: false });
  expect(await json("user", "rename", "nils", "--name", "Nils Ek")).toMatchObject({ name: "Nils Ek" });
  expect((await snart(["user", "delete", "nils", "--calendars-to", "elin"])).out).toBe(
    "nils\tnils@example.com\tNils Ek\tdeleted\tmember\n",
  );
  expect(await json("user", "activate", "nils")).toMatchObject({ status: "active" });
  const log = (await snart(["audit"])).out.trim().split("\n");
  const changed = log.filter((line) => line.includes("\taccount-changed\t"));
  expect(changed.length).toBeGreaterThanOrEqual(5);
  for (const line of changed) expect(line).toMatch(/Z\t-\t.*\tlogin=command-line/);
  expect(await json("user", "list")).toMatchObject([{ login: "elin", isAdmin: true }, { name: "Nils Ek" }]);
});

it("invites by a link below the path of the server, and makes one for a new password", async () => {
  const invited = await snart(["user", "invite", "nora@example.com", "--name", "Nora"], PUBLIC);
  expect(invited.out).toMatch(/^https:\/\/example\.org\/kalender\/invite\/[\w-]+\n$/);
  expect((await snart(["user", "link", "nils"], PUBLIC)).out).toMatch(
    /^https:.*\/kalender\/reset\/[\w-]+\n$/,
  );
  expect(await snart(["user", "link", "nils"])).toMatchObject({
    code: 1,
    out: "",
    err: "A link needs SNART_PUBLIC_URL, the address that people reach the server by.\n",
  });
});

it("refuses in one sentence, and changes nothing", async () => {
  const before = await json("user", "list");
  expect(await snart(["user", "suspend", "nobody"])).toEqual({
    code: 1,
    out: "",
    err: "There is nobody with the e-mail or login nobody.\n",
  });
  for (const word of ["suspend", "demote", "delete"]) {
    const { code, out, err } = await snart(["user", word, "elin"]);
    expect([code, out], word).toEqual([1, ""]);
    expect(err, word).toMatch(/administrator.*\.\n$/);
  }
  expect((await snart(["user", "rename", "nils"])).code).toBe(2);
  expect((await snart(["user", "suspend"])).code).toBe(2);
  expect((await snart(["user", "delete", "nils", "--calendars-to", "nobody"])).code).toBe(1);
  expect(await json("user", "list")).toEqual(before);
});
