import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./testing/http-server.ts";

// docs/api.md promises that its examples run as they stand: this test runs them. They follow each other in one shell.

const DOCUMENT = join(import.meta.dirname, "..", "..", "..", "docs", "api.md");
const PASSWORD = "hjortron-och-gran";

interface Example {
  readonly heading: string;
  readonly script: string;
  readonly answer: unknown;
}

function examplesIn(text: string): Example[] {
  const pattern = /^#+ (.+)$|^```sh\n([^]*?)^```\n\s*```json\n([^]*?)^```$/gm;
  const examples: Example[] = [];
  let heading = "";
  for (const [, title, script, answer] of text.matchAll(pattern)) {
    if (title !== undefined) heading = title;
    else if (script !== undefined) examples.push({ heading, script, answer: JSON.parse(answer ?? "null") });
  }
  return examples;
}

/** `…` matches anything. */
function withAnything(value: unknown): unknown {
  if (value === "…") return expect.anything();
  if (Array.isArray(value)) return value.map(withAnything);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withAnything(member)]);
  return expect.objectContaining(Object.fromEntries(members));
}

const text = readFileSync(DOCUMENT, "utf8");
const examples = examplesIn(text);
let server: TestServer;
let folder: string;
let answers: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-api-"));
  server = await startTestServer();
  await server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
  await server.addUser("nils@example.com", PASSWORD);
  const script = examples.map(({ script: part }, n) => `{\n${part}\n} > answer-${n}.json`).join("\n");
  const env = { PATH: process.env["PATH"], SNART: server.url, LOGIN: "elin@example.com", PASSWORD };
  await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env,
    timeout: 60_000,
  });
  answers = examples.map((_, n) => readFileSync(join(folder, `answer-${n}.json`), "utf8"));
}, 90_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe("the examples of docs/api.md", () => {
  it("are all found", () => {
    expect(examples).toHaveLength(text.split("```sh").length - 1);
    expect(examples.length).toBeGreaterThan(8);
  });

  it.each(examples.map((example, n) => ({ ...example, n })))(
    "give the answer in the document: $heading ($n)",
    ({ n, answer }) => {
      const { methodResponses } = JSON.parse(answers[n] ?? "") as { methodResponses: unknown };
      expect(methodResponses).toEqual(withAnything(answer));
    },
  );
});
