import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "../../storage/sql/open.ts";
import { everyRow } from "../backup/filled-database.ts";
import { openMailWorld, type MailWorld } from "../mail-world.ts";

/** A world whose whole database can be searched for what ought to be forgotten. */
export interface SearchedWorld extends MailWorld {
  /** In which tables something of it stands in any row. */
  tablesNaming(said: RegExp): Promise<readonly string[]>;
}

export async function openSearchedWorld(): Promise<SearchedWorld> {
  const folder = await mkdtemp(join(tmpdir(), "snart-searched-"));
  const target = { kind: "sqlite", path: join(folder, "snart.sqlite") } as const;
  const world = await openMailWorld({}, { storage: await openStorage(target) });
  return {
    ...world,
    async tablesNaming(said) {
      // Lines of iCalendar are folded.
      const textOf = (rows: unknown): string => JSON.stringify(rows).replaceAll(String.raw`\r\n `, "");
      return [...(await everyRow(target))].flatMap(([table, rows]) =>
        said.test(textOf(rows)) ? [table] : [],
      );
    },
    async close() {
      await world.close();
      await rm(folder, { recursive: true });
    },
  };
}
