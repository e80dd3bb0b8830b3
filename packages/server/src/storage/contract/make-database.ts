import { randomUUID } from "node:crypto";
import pg from "pg";
import { openStorage } from "../sql/open.ts";

/**
 * Makes a database of a new name.
 * @param server the URL of any database of the server
 * @param template the database that is copied, while nobody uses it
 * @returns its name
 */
export async function makeDatabase(server: string, template = "template0"): Promise<string> {
  const name = `snart_test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} encoding 'UTF8' template ${template}`);
  return name;
}

/** Makes a database that has every migration and nothing else. @returns its name */
export async function makeMigratedDatabase(server: string): Promise<string> {
  const name = await makeDatabase(server);
  const storage = await openStorage({ kind: "postgres", url: urlOf(server, name) });
  await storage.close();
  return name;
}

/** Drops it, ending all connections. */
export const dropDatabase = (server: string, name: string): Promise<void> =>
  administer(server, `drop database if exists ${name} with (force)`);

export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
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
