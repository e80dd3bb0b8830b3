import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { sharedBackends } from "./backends.ts";

const writer = new URL("write-until-killed.ts", import.meta.url).pathname;

/** The number of acknowledgements before each kill: early, in the middle of group commits, later. */
const ROUNDS = [1, 7, 40];

describe.each(sharedBackends)("acknowledged writes of $name", (backend) => {
  it("survive kill -9 at any moment", async () => {
    const place = await backend.make();
    await (await place.open()).close();
    const acknowledged: string[] = [];
    for (const [round, count] of ROUNDS.entries()) {
      const child = spawn(process.execPath, [writer, JSON.stringify(place.target), String(round)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let seen = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line);
        if (++seen === count) child.kill("SIGKILL");
      }
      expect(child.signalCode ?? "SIGKILL").toBe("SIGKILL");
      expect(seen).toBeGreaterThanOrEqual(count);
    }
    const storage = await place.open();
    const missing = await storage.read(async (tx) => {
      const lost: string[] = [];
      for (const key of acknowledged) if ((await tx.settings.get(key)) !== "kept") lost.push(key);
      return lost;
    });
    expect(missing).toEqual([]);
    await storage.close();
    await place.drop();
  });
});
