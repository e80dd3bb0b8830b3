import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { App } from "../../app/app.ts";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { runCli } from "../../cli/run-cli.ts";
import { loadConfig } from "../../config/load.ts";
import { openApp } from "../../open-app.ts";

/** The command line on data of its own, new for each test, with an administrator, elin, and somebody else, nils. */
export function eachWithCommandLine() {
  let folder = "";
  async function snart(...words: readonly string[]) {
    const ran = { code: -1, out: "", err: "" };
    ran.code = await runCli(words, {
      env: { SNART_DATA: folder, SNART_PUBLIC_URL: "http://localhost/kalender" },
      folder,
      stdin: (async function* () {
        yield "lång nog för alla\n";
      })(),
      stdout: (text) => (ran.out += text),
      stderr: (text) => (ran.err += text),
    });
    return ran;
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "snart-cli-"));
    for (const [mail, name, ...more] of [
      ["elin@example.com", "Elin", "--admin"],
      ["nils@example.com", "Nils"],
    ] as const)
      await snart("user", "add", mail, "--name", name, "--password-stdin", ...more);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return {
    folder: () => folder,
    snart,
    /** What a command that must succeed prints with --json. */
    // What a command answers is known to the test that asks.
    // oxlint-disable-next-line typescript/no-explicit-any
    json: async (...words: readonly string[]): Promise<any> => {
      const { out, err, code } = await snart(...words, "--json");
      expect([code, err]).toEqual([0, ""]);
      return JSON.parse(out);
    },
    /** The same data by another way. */
    inApp: async <T>(work: (app: App) => Promise<T>): Promise<T> => {
      const loaded = loadConfig({ env: { SNART_DATA: folder }, folder }, DEFAULT_LIMITS);
      if (!loaded.ok) throw new Error(loaded.problems.join());
      const opened = await openApp(loaded.config);
      try {
        return await work(opened.app);
      } finally {
        await opened.close();
      }
    },
  };
}
