import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { CutOffWriters } from "./cut-off-writers.ts";
import { PLACES, type Place } from "./places.ts";
import { startServerProcess } from "../server-process.ts";
import { until } from "../until.ts";

const ROUNDS = 3;
const WRITERS = 8;
const PASSWORD = "lång nog för alla";

/** `bench/chaos` does the same a thousand times. */
describe.each(PLACES)("kill -9 with %s", (_, open) => {
  let place: Place;
  const run = async (words: readonly string[], typed = ""): Promise<{ code: number; said: string }> => {
    let said = "";
    const code = await runCli(words, {
      env: place.env,
      folder: place.env["SNART_DATA"] ?? "",
      stdin: (async function* () {
        yield typed;
      })(),
      stdout: (line) => (said += line),
      stderr: (line) => (said += line),
    });
    return { code, said };
  };
  beforeAll(async () => {
    place = await open();
    const words = ["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"];
    expect(await run(words, `${PASSWORD}\n`)).toMatchObject({ code: 0 });
  });
  afterAll(() => place.drop());

  it("loses no acknowledged write, however often and whenever it strikes", { timeout: 120_000 }, async () => {
    const writers = new CutOffWriters("elin", PASSWORD);
    for (let round = 1; round <= ROUNDS; round++) {
      const server = await startServerProcess(place.env);
      expect(await writers.audit(server.url), `after kill ${round - 1}`).toEqual([]);
      const writing = writers.run(server.url, WRITERS);
      // By what is done and not by the clock: a busy machine writes less in a second.
      const enough = writers.acknowledged + 10 + Math.random() * 60;
      await until(() => writers.acknowledged > enough);
      await wait(Math.random() * 20);
      server.child.kill("SIGKILL");
      await writing;
      expect(await server.ended).toBe("SIGKILL");
    }
    const server = await startServerProcess(place.env);
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
