import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { seedDemo } from "../../demo/seed.ts";
import { openApp, type ServerConfig } from "../../open-app.ts";

interface Wanted {
  /** the demonstration is around its week */
  readonly at: Instant;
  /** the server's clock when it is made */
  readonly now: Instant;
  readonly password: string;
}

const images = new Map<string, Promise<Uint8Array>>();

/**
 * The file of an SQLite database with the demonstration household. It is made once for each `name`: most tests begin with the same one,
 * and making it takes ten times as long as starting a server with it.
 */
export function demoImage(name: string, config: ServerConfig, wanted: Wanted): Promise<Uint8Array> {
  const known = images.get(name);
  if (known) return known;
  const image = make(config, wanted);
  images.set(name, image);
  return image;
}

async function make(config: ServerConfig, { at, now, password }: Wanted): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "snart-demo-image-"));
  const ahead = now - Date.now();
  try {
    const path = join(folder, "snart.sqlite");
    const opened = await openApp(config, {
      storageTarget: { kind: "sqlite", path },
      now: () => Date.now() + ahead,
    });
    await seedDemo(opened.app, at, password);
    await opened.close();
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
