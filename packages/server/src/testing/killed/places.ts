import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../storage/contract/postgres-server.ts";

/** Where a server that is killed keeps its data, over all its starts. */
export interface Place {
  /** of the server */
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

type Options = Readonly<Record<string, string>>;

async function onSqlite(options: Options = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "snart-kill-"));
  const env = { SNART_DATA: folder, ...options };
  return { env, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function onPostgres(options: Options = {}): Promise<Place> {
  const beside = await onSqlite(options);
  const postgres = await startPostgres({ durable: true });
  return {
    env: { ...beside.env, SNART_DATABASE_URL: postgres.url },
    async drop() {
      await postgres.stop();
      await beside.drop();
    },
  };
}

/** Both databases, each durable; what opens a place takes more SNART_… options of the server. */
export const PLACES = [
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres],
] as const;
