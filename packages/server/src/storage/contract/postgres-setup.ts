import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { dropDatabase, makeMigratedDatabase } from "./make-database.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address at which test files ask for PostgreSQL (`TestPostgres`). */
    readonly postgresDoor: string;
  }
}

/** Where test files make their databases. */
export interface TestPostgres {
  readonly url: string;
  /** An empty database that has every migration: copying it takes a tenth of the time of making one anew. */
  readonly template: string;
}

/**
 * Runs once per test run: opens a port on loopback at which test files ask for PostgreSQL. The first request starts
 * it, unless SNART_TEST_DATABASE_URL names one, so that runs without such tests don't pay for it; the end of the run
 * leaves nothing behind.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env["SNART_TEST_DATABASE_URL"];
  let own: PostgresServer | undefined;
  const start = async (): Promise<TestPostgres> => {
    own = external === undefined ? await startPostgres() : undefined;
    const url = external ?? own?.url ?? "";
    return { url, template: await makeMigratedDatabase(url) };
  };
  let starting: Promise<TestPostgres> | undefined;
  const door = createServer((_request, response) => {
    starting ??= start();
    starting.then(
      (postgres) => response.end(JSON.stringify(postgres)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await listen(door);
  project.provide("postgresDoor", `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);
  return async () => {
    door.close();
    door.closeAllConnections();
    const postgres = await starting?.catch(() => undefined);
    if (postgres && own === undefined) await dropDatabase(postgres.url, postgres.template);
    await own?.stop();
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
}
