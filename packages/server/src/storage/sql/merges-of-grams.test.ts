import { expect, it } from "vitest";
import { CompiledQuery } from "kysely";
import { openSqlite } from "./dialects/sqlite-engine.ts";
import { migrations } from "./migrations/all.ts";
import { migrate } from "./run-migrations.ts";

// Left to itself, FTS5 merges a part of the search index as soon as a tenth of it is removed: with nearly every batch of changed texts.

const BATCH = 40;
const DOCUMENTS = 200;

/** Most words of a text stay when it is changed. */
const grams = (doc: number, round: number): string =>
  [...Array.from({ length: 50 }, (_, n) => `g${n}`), `d${doc}`, `r${round}`].join(" ");

it("an index of any age merges what changed texts leave behind at a quarter, and finds only what stands in them now", async () => {
  const engine = openSqlite(":memory:");
  await migrate(
    engine,
    migrations.filter(({ version }) => version < 59),
  );
  const ask = async (sql: string, ...parameters: readonly unknown[]): Promise<number | undefined> => {
    const query = CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<{ n: number }>;
    const [row] = await engine.read((connection) => connection.rows(query));
    return row?.n;
  };
  const putAll = async (round: number): Promise<void> => {
    for (let from = 1; from <= DOCUMENTS; from += BATCH)
      await engine.write(async (connection) => {
        for (let doc = from; doc < from + BATCH; doc++) {
          const text = "insert or replace into search_gram (rowid, grams) values (?, ?)";
          await connection.run(CompiledQuery.raw(text, [doc, grams(doc, round)]));
        }
      });
  };
  const share = "select v as n from search_gram_config where k = 'deletemerge'";
  const found = "select count(*) as n from search_gram where search_gram match ?";
  await putAll(0);
  expect(await ask(share)).toBeUndefined();
  await migrate(engine, migrations);
  expect(await ask(share)).toBe(25);
  for (let round = 1; round <= 3; round++) {
    await putAll(round);
    expect(await ask(found, `r${round}`)).toBe(DOCUMENTS);
    expect(await ask(found, `r${round - 1}`)).toBe(0);
    expect(await ask(found, "g7 AND d3")).toBe(1);
  }
  await engine.close();
});
