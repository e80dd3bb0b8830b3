import type { App } from "../app/app.ts";

/** Forgets sessions and uploads whose time is over. */
export async function removeExpired(app: App): Promise<void> {
  await app.storage.write(async (tx) => {
    await tx.sessions.removeExpired(app.now());
    await tx.blobs.removeExpired(app.now());
  });
}
