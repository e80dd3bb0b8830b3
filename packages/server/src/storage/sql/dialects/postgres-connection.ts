import pg from "pg";
import type { CompiledQuery } from "kysely";
import type { Connection } from "./dialect.ts";
import { fromStored, toStored } from "./postgres-text.ts";

const INT8 = 20;
const TEXT_TYPES = new Set([25, 1043]);

/** int8 as number (all of ours are within 2^53) and text with U+0000 restored. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return Number;
    if (TEXT_TYPES.has(oid)) return fromStored;
    return pg.types.getTypeParser(oid, format as "text");
  }) as typeof pg.types.getTypeParser,
};

/** How long to wait for a connection. */
export const CONNECTION_MS = 10_000;

/** The options of every connection to PostgreSQL. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    application_name: "snart",
    connectionTimeoutMillis: CONNECTION_MS,
    keepAlive: true,
  };
}

/** A statement whose name stands for its text, so that each connection parses and plans it once. */
export interface Prepared {
  readonly name?: string;
}

const corked = new WeakSet<object>();

/** What is asked until the process turns to something else goes out in one piece: each piece is a call of the system, and wakes the server. */
export function sendTogether({ connection: { stream } }: pg.Client): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/**
 * A client in the shape of our transactions.
 * @param answerMs how long to wait for each answer, if not as long as the client's options say
 */
export function postgresConnection(client: pg.Client, answerMs?: number): Connection {
  const patience = answerMs === undefined ? {} : { query_timeout: answerMs };
  const asked = (query: CompiledQuery<unknown> & Prepared) => ({
    text: query.sql,
    ...(query.name !== undefined && { name: query.name }),
    values: query.parameters.map(toStored),
    ...patience,
  });
  const execute = (query: CompiledQuery<unknown>) => {
    sendTogether(client);
    return client.query(asked(query));
  };
  return {
    rows: async <R>(query: CompiledQuery<R>) => (await execute(query)).rows as R[],
    values: async <V extends readonly unknown[]>(query: CompiledQuery<unknown>) => {
      sendTogether(client);
      return (await client.query<V & unknown[]>({ ...asked(query), rowMode: "array" })).rows;
    },
    run: async (query) => (await execute(query)).rowCount ?? 0,
  };
}
