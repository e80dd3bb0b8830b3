import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snart-providers-"));
  writeFileSync(join(folder, "secret"), "a secret\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(...words: readonly string[]) {
  let [stdout, stderr] = ["", ""];
  const code = await runCli(words, {
    env: { SNART_DATA: join(folder, "data") },
    folder,
    stdin: (async function* () {})(),
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}

it("a provider is added, changed and removed, and its secret is told to nobody", async () => {
  const about = ["--issuer", "https://id.example.org", "--client-id", "snart", "--secret-file", "secret"];
  expect((await run("provider", "save", "Björk & Sand", ...about)).code).toBe(0);
  const changed = await run(
    "provider",
    "save",
    "Björk & Sand",
    "--makes-accounts",
    "yes",
    "--allowed",
    "@Example.org,bo@x.se",
    "--json",
  );
  expect(JSON.parse(changed.stdout)).toMatchObject({
    issuer: "https://id.example.org",
    clientId: "snart",
    hasSecret: true,
    makesAccounts: true,
    linksByEmail: false,
    allowed: ["example.org", "bo@x.se"],
  });
  const list = await run("provider", "list", "--json");
  expect(JSON.parse(list.stdout)).toHaveLength(1);
  expect(
    list.stdout + (await run("provider", "list")).stdout + (await run("audit", "--json")).stdout,
  ).not.toContain("a secret");
  expect((await run("provider", "remove", "Björk & Sand")).code).toBe(0);
  expect((await run("provider", "list")).stdout).toBe("");
});

it("a token of a directory is made for a provider, shown once and removed, and ends with its provider", async () => {
  await run("provider", "save", "Office", "--issuer", "https://id.example.org", "--client-id", "snart");
  const made = await run("scim", "add", "entra", "--provider", "Office");
  expect(made.stdout).toMatch(/^snart_scim_[\w-]{43}\n$/);
  const other = JSON.parse((await run("scim", "add", "okta", "--mail", "yes", "--json")).stdout) as object;
  expect(other).toMatchObject({ label: "okta" });
  expect((await run("scim", "add", "okta")).code).toBe(1);
  expect((await run("scim", "add", "other", "--provider", "Nobody")).code).toBe(1);
  const list = await run("scim", "list", "--json");
  expect(JSON.parse(list.stdout)).toMatchObject([
    { label: "entra", provider: "Office", mailsPeople: false, lastUsedAt: null },
    { label: "okta", provider: null, mailsPeople: true },
  ]);
  expect((await run("scim", "change", "okta", "--mail", "sometimes")).code).toBe(2);
  expect((await run("scim", "change", "nobody", "--mail", "no")).code).toBe(1);
  expect((await run("scim", "change", "okta", "--mail", "no")).code).toBe(0);
  const changed = await run("scim", "change", "entra", "--mail", "yes");
  expect([changed.code, changed.stderr]).toEqual([0, "This server sends no mail, so nobody hears of it.\n"]);
  const after = JSON.parse((await run("scim", "list", "--json")).stdout) as { mailsPeople: boolean }[];
  expect(after.map(({ mailsPeople }) => mailsPeople)).toEqual([true, false]);
  const log = await run("audit", "--json");
  expect(log.stdout).toContain("provisioning-token-created");
  expect(list.stdout + log.stdout).not.toContain(made.stdout.trim());
  expect((await run("scim", "remove", "okta")).code).toBe(0);
  expect((await run("scim", "remove", "okta")).code).toBe(1);
  await run("provider", "remove", "Office");
  expect((await run("scim", "list")).stdout).toBe("");
});

it.each([
  ["an issuer without https", ["--issuer", "http://id.example.org", "--client-id", "snart"]],
  ["an issuer with a query", ["--issuer", "https://id.example.org/?a", "--client-id", "snart"]],
  ["no client", ["--issuer", "https://id.example.org"]],
  [
    "a group that is not there",
    ["--issuer", "https://id.example.org", "--client-id", "a", "--groups", "a=b"],
  ],
  [
    "a secret that is not there",
    ["--issuer", "https://id.example.org", "--client-id", "a", "--secret-file", "x"],
  ],
])("%s is refused, and nothing is added", async (_, words) => {
  const refused = await run("provider", "save", "One", ...words);
  expect(refused.code).toBe(1);
  expect(refused.stderr).not.toBe("");
  expect((await run("provider", "list")).stdout).toBe("");
});
