import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { loadConfig } from "../../config/load.ts";
import { openApp } from "../../open-app.ts";
import { pngOf } from "../../testing/people/pictures.ts";
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

it("takes somebody's photo away, once", async () => {
  const loaded = loadConfig({ env: { SNART_DATA: folder }, folder }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join());
  const opened = await openApp(loaded.config);
  const { app } = opened;
  const photoOf = () =>
    app.storage.read(async (tx) => {
      const nils = await tx.principals.byLogin("nils");
      return nils && { ...nils, photo: await tx.principals.photo(nils.id) };
    });
  const nils = (await photoOf()) ?? expect.fail("nobody");
  await app.storage.write((tx) =>
    tx.principals.setPhoto({ principalId: nils.id, id: "p1", type: "image/png", content: pngOf(9, 9) }),
  );
  expect((await photoOf())?.photo).toBeDefined();
  expect(await json("user", "photo-remove", "nils")).toMatchObject({ login: "nils" });
  const after = await photoOf();
  expect([after?.photo, after?.photoId]).toEqual([undefined, undefined]);
  await opened.close();
  expect((await snart(["audit"])).out).toMatch(/account-changed\tnils@example.com.*photo=removed/);
  expect(await snart(["user", "photo-remove", "nils"])).toEqual({
    code: 1,
    out: "",
    err: "They have no photo.\n",
  });
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
