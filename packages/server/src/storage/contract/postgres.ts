import { inject } from "vitest";
import { dropDatabase, makeDatabase, urlOf } from "./make-database.ts";
import type { TestPostgres } from "./postgres-setup.ts";

/** A PostgreSQL database for one test file or test. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it, ending all connections. */
  drop(): Promise<void>;
}

/**
 * Makes a database that has every migration and nothing else, on the server of SNART_TEST_DATABASE_URL or else on one
 * that the test run starts for itself.
 * @throws when there is no PostgreSQL; a test that needs one then fails
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, template } = await postgres();
  return openMade(url, await makeDatabase(url, template));
}

/** The same without any table, for tests of migrations. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const { url } = await postgres();
  return openMade(url, await makeDatabase(url));
}

const openMade = (server: string, name: string): TestDatabase => ({
  url: urlOf(server, name),
  drop: () => dropDatabase(server, name),
});

async function postgres(): Promise<TestPostgres> {
  const answer = await fetch(inject("postgresDoor"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as TestPostgres;
}
