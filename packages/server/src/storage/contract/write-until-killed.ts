// Started by durability.test.ts as a process of its own: writes, prints each acknowledgement, and never ends by
// itself.
import { writeSync } from "node:fs";
import { openStorage, type StorageTarget } from "../sql/open.ts";

const [target, round] = process.argv.slice(2);
const storage = await openStorage(JSON.parse(target ?? "") as StorageTarget);

async function writeForEver(lane: number): Promise<void> {
  for (let i = 0; ; i++) {
    const key = `${round}-${lane}-${i}`;
    await storage.write((tx) => tx.settings.keep(key, "kept"));
    writeSync(1, `${key}\n`);
  }
}
await Promise.all([0, 1, 2, 3, 4].map(writeForEver));
