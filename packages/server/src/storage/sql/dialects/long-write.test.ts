import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStorage } from "../open.ts";

/** A write of so many statements that nobody reads meanwhile would be one that lets nobody read. */
const MOST = 200_000;

it("others read while a long transaction writes, and see none of it before its end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "snart-long-write-"));
  const storage = await openStorage({ kind: "sqlite", path: join(folder, "snart.sqlite") });
  try {
    let isOver = false;
    let reads = 0;
    let statements = 0;
    const write = storage.write(async (tx) => {
      for (; reads < 3 && statements < MOST; statements++)
        await tx.settings.replace("long-write", String(statements));
      isOver = true;
    });
    // As requests come: each in a turn of the loop of its own.
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const seen = await storage.read((tx) => tx.settings.get("long-write"));
      if (isOver) break;
      expect(seen).toBeUndefined();
      reads++;
    }
    await write;
    expect(reads).toBeGreaterThanOrEqual(3);
    expect(statements).toBeLessThan(MOST);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
