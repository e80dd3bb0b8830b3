import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { METHODS } from "../jmap/methods.ts";
import { COMMANDS } from "./all-commands.ts";

const WEB = join(import.meta.dirname, "../../../web/src");
/** What the pages under /admin/ are made of. */
const PAGES = ["features/settings/admin", "features/settings/households"];

const filesIn = (folder: string): string[] =>
  readdirSync(join(WEB, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(WEB, folder, name));

/** Each call of the web app that a file imports: the module and the function. */
function callsOf(file: string): [string, string][] {
  const imports = readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "([^"]*\/api\/[^"]*)"/g);
  return [...imports].flatMap(([, names = "", from = ""]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => /^[a-z]/.test(name) && !name.startsWith("type "))
      .map((name): [string, string] => [resolve(file, "..", from), name]),
  );
}

/** The methods that a function of the web app calls. */
function methodsOf(module: string, name: string): string[] {
  const text = readFileSync(module, "utf8");
  const start = text.search(new RegExp(`export (?:const|(?:async )?function) ${name}\\b`));
  if (start < 0) return [];
  const end = text.indexOf("\nexport ", start + 1);
  const body = text.slice(start, end < 0 ? undefined : end);
  const named = [...body.matchAll(/"([A-Z]\w+\/\w+)"/g)].map(([, method = ""]) => method);
  const got = [...body.matchAll(/jmap\.get\(\s*"(\w+)"/g)].map(([, type = ""]) => `${type}/get`);
  // `${type}/set`, of the kinds that its signature names.
  const kinds = body.includes("`${type}/set`") ? ["Account/set", "Group/set"] : [];
  return [...named, ...got, ...kinds];
}

const asked = new Map<string, string>();
for (const file of PAGES.flatMap(filesIn))
  for (const [module, name] of callsOf(file))
    for (const method of methodsOf(module, name)) asked.set(method, file.slice(WEB.length + 1));
const commanded = new Set(COMMANDS.flatMap(({ calls = [] }) => calls));

/** What the pages only read so that one can choose from it. */
const CHOICES = ["Calendar/get", "Principal/get", "ShareNotification/get"];
/** What each does for themselves, and is nobody's on the command line. */
const OWN = ["Account/close", "Account/changes", "Server/readReleaseNotes"];

it("finds what the pages for administrators call", () => {
  expect([...asked.keys()]).toEqual(
    expect.arrayContaining([
      "Account/set",
      "Group/set",
      "Household/letters",
      "Server/health",
      "Server/setBackups",
    ]),
  );
  for (const method of asked.keys()) expect(METHODS.has(method), method).toBe(true);
});

it("has a command for everything that the pages for administrators do", () => {
  const missing = [...asked].filter(([method]) => ![...commanded, ...CHOICES, ...OWN].includes(method));
  expect(missing).toEqual([]);
});

it("has a command for every method about the server, also without a page", () => {
  const methods = [...METHODS.keys()].filter((name) =>
    /^(Server|ServerSettings|Account|AuditEntry)\//.test(name),
  );
  expect(methods.filter((name) => !commanded.has(name) && !OWN.includes(name))).toEqual([]);
});

it("names no method that is not there", () => {
  for (const method of commanded) expect(METHODS.has(method), method).toBe(true);
});
