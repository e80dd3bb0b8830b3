// Started by every-upgrade.test.ts as a process of its own: upgrades a database up to a step of the schema, says when that is under way,
// and does not finish it.
import { writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { StorageTarget } from "../../storage/sql/open.ts";
import { openPostgres } from "../../storage/sql/dialects/postgres-engine.ts";
import { openSqlite } from "../../storage/sql/dialects/sqlite-engine.ts";
import { migrations } from "../../storage/sql/migrations/all.ts";
import { migrate, raiseSchema } from "../../storage/sql/run-migrations.ts";

const target = JSON.parse(process.argv[2] ?? "") as StorageTarget;
const last = Number(process.argv[3]);
const engine = target.kind === "postgres" ? openPostgres(target.url) : openSqlite(target.path);
await migrate(engine, migrations.slice(0, last - 1));
const step = migrations[last - 1];
if (!step) throw new Error(`there is no step ${last}`);
await engine.write(async (connection) => {
  await raiseSchema(connection, engine.dialect, step);
  writeSync(1, "in the middle\n");
  await delay(600_000);
});
