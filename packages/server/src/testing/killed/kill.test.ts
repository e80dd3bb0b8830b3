import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { CutOffWriters } from "./cut-off-writers.ts";
import { startServerProcess } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "snart-kill-"));
const ROUNDS = 6;
const WRITERS = 4;
const PASSWORD = "lång nog för alla";

async function run(words: readonly string[], typed = ""): Promise<{ code: number; said: string }> {
  let said = "";
  const code = await runCli(words, {
    env: { SNART_DATA: folder },
    folder,
    stdin: (async function* () {
      yield typed;
    })(),
    stdout: (line) => (said += line),
    stderr: (line) => (said += line),
  });
  return { code, said };
}

beforeAll(async () => {
  const words = ["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"];
  expect(await run(words, `${PASSWORD}\n`)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `bench/chaos` does the same a thousand times, on both databases. */
describe("kill -9", () => {
  it("loses no acknowledged write, however often and whenever it strikes", { timeout: 60_000 }, async () => {
    const writers = new CutOffWriters("elin", PASSWORD);
    for (let round = 1; round <= ROUNDS; round++) {
      const server = await startServerProcess({ SNART_DATA: folder });
      expect(await writers.audit(server.url), `after kill ${round - 1}`).toEqual([]);
      const writing = writers.run(server.url, WRITERS);
      await wait(300 + Math.random() * 600);
      server.child.kill("SIGKILL");
      await writing;
      expect(await server.ended).toBe("SIGKILL");
    }
    const server = await startServerProcess({ SNART_DATA: folder });
    expect(await writers.audit(server.url)).toEqual([]);
    expect(writers.acknowledged).toBeGreaterThan(ROUNDS * WRITERS);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(await run(["doctor"])).toEqual({
      code: 0,
      said: expect.stringContaining("Every object is in order."),
    });
  });
});
