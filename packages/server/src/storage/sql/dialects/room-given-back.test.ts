import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { household } from "../../contract/fixtures.ts";
import { openStorage } from "../open.ts";

it(
  "gives the room of what was removed back to the disk, while it goes on",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "snart-room-"));
    const path = join(folder, "snart.sqlite");
    const size = async (): Promise<number> => {
      const storage = await openStorage({ kind: "sqlite", path });
      await storage.close();
      return statSync(path).size;
    };
    try {
      const storage = await openStorage({ kind: "sqlite", path });
      const { owner } = await household(storage);
      await storage.write(async (tx) => {
        const upload = { id: "b", accountId: owner.id, type: "x/y", size: 0, createdAt: 1, expiresAt: 2 };
        await tx.blobs.begin(upload);
        await tx.blobs.addPart(owner.id, "b", 0, new Uint8Array(900_000));
      });
      await storage.close();
      const full = await size();
      expect(full).toBeGreaterThan(900_000);
      const again = await openStorage({ kind: "sqlite", path });
      await again.write((tx) => tx.blobs.removeExpired(10, 99));
      for (let i = 0; i < 16; i++) await again.write((tx) => tx.settings.keep(`k${i}`, "x"));
      await again.close();
      expect(await size()).toBeLessThan(full - 800_000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
