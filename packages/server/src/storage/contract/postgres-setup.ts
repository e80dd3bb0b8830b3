import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address at which test files ask for PostgreSQL's URL. */
    readonly postgresDoor: string;
  }
}

/**
 * Runs once per test run: opens a port on loopback at which test files ask for PostgreSQL. The first request starts
 * it, so that runs without such tests don't pay for it; the end of the run stops it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | undefined;
  const door = createServer((_request, response) => {
    starting ??= startPostgres();
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await listen(door);
  project.provide("postgresDoor", `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);
  return async () => {
    door.close();
    door.closeAllConnections();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
}
