// How many commits a second PostgreSQL does, with its notifications sent after the commits and, as formerly, within them:
// `node bench/load/commits.ts [--writers=32] [--seconds=5] [--rounds=5]`. Both in turns, in one process, on one durable database.
import { parseArgs } from "node:util";
import pg from "pg";
import { household } from "../../packages/server/src/storage/contract/fixtures.ts";
import { startPostgres } from "../../packages/server/src/storage/contract/postgres-server.ts";
import type { Storage } from "../../packages/server/src/storage/port.ts";
import type { Calendar } from "../../packages/server/src/storage/records/calendars.ts";
import { openStorage } from "../../packages/server/src/storage/sql/open.ts";
import { quantile } from "../measure.ts";

const { values } = parseArgs({
  options: {
    writers: { type: "string", default: "32" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
  },
});
const writers = Number(values.writers);
const NOTIFY_INSIDE = `
  create function notify_inside() returns trigger language plpgsql as $$
  begin perform pg_notify('formerly', 'a-sender-of-thirty-six-characters-now ' || new.id); return new; end $$;
  create trigger notify_inside after update on principal for each row execute function notify_inside();
  alter table principal disable trigger notify_inside`;

/** @returns commits a second; each writer renames a calendar of an account of its own, so that nobody waits for another */
async function commits(storage: Storage, homes: readonly Calendar[]): Promise<number> {
  const began = performance.now();
  const until = began + Number(values.seconds) * 1000;
  let count = 0;
  await Promise.all(
    homes.map(async ({ id, accountId }) => {
      for (let i = 0; performance.now() < until; i++, count++)
        await storage.write(async (tx) => {
          const modseq = await tx.lockAccount(accountId);
          await tx.calendars.update(id, { name: `Name ${i}`, modseq });
        });
    }),
  );
  return (count * 1000) / (performance.now() - began);
}

const server = await startPostgres({ durable: true });
const storage = await openStorage({ kind: "postgres", url: server.url, poolSize: writers });
const administrator = new pg.Client({ connectionString: server.url });
await administrator.connect();
try {
  const homes: Calendar[] = [];
  for (let i = 0; i < writers; i++) homes.push((await household(storage)).home);
  await administrator.query(NOTIFY_INSIDE);
  const after: number[] = [];
  const within: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    after.push(await commits(storage, homes));
    await administrator.query("alter table principal enable trigger notify_inside");
    within.push(await commits(storage, homes));
    await administrator.query("alter table principal disable trigger notify_inside");
  }
  const [ours, former] = [quantile(after, 0.5), quantile(within, 0.5)];
  process.stdout.write(
    `${writers} writers: ${ours.toFixed(0)} commits/s notified of afterwards, ${former.toFixed(0)} within them: ${(ours / former).toFixed(2)}×\n`,
  );
} finally {
  await administrator.end();
  await storage.close();
  await server.stop();
}
