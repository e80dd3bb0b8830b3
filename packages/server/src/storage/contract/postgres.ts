import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import "./postgres-setup.ts";

/** An empty PostgreSQL database for one test file or test. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it, ending all connections. */
  drop(): Promise<void>;
}

/**
 * Makes a fresh database, on the server of SNART_TEST_DATABASE_URL or else on one that the test run starts for itself.
 * @throws when there is no PostgreSQL; a test that needs one then fails
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env["SNART_TEST_DATABASE_URL"] ?? (await ownServer());
  const name = `snart_test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

async function ownServer(): Promise<string> {
  const answer = await fetch(inject("postgresDoor"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
