import { afterEach, expect, it, vi } from "vitest";
import { openSqlite } from "./dialects/sqlite-engine.ts";
import { SqliteConnection } from "./dialects/sqlite-connection.ts";
import { Scope } from "./scope.ts";
import { migrations } from "./migrations/all.ts";
import { migrate } from "./run-migrations.ts";
import { CompiledQuery } from "kysely";
import { enqueuePushes } from "../../app/push/push-subscriptions.ts";
import { enqueueDevicePushes } from "../../app/webdav-push/enqueue-pushes.ts";
import { DavClient, eventText } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

// SQLite reads a parameter that is compared with the column that an index is restricted to (`… where kind = 'person'`) when it plans, and
// prepares the whole statement again for each execution: 25 µs instead of one, for every write of an event.

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
afterEach(() => void vi.restoreAllMocks());

/** Columns that an index is restricted to one value of, by table. */
async function restricted(): Promise<readonly (readonly [table: string, column: string])[]> {
  const engine = openSqlite(":memory:");
  await migrate(engine, migrations);
  const text =
    "select tbl_name as name, sql from sqlite_schema where type = 'index' and sql like '% where %'";
  const query = CompiledQuery.raw(text) as CompiledQuery<{ name: string; sql: string }>;
  const indexes = await engine.read((connection) => connection.rows(query));
  await engine.close();
  return indexes.flatMap(({ name, sql }) =>
    [...(sql.split(/\bwhere\b/)[1] ?? "").matchAll(/(\w+) = /g)].map(
      ([, column = ""]) => [name, column] as const,
    ),
  );
}

it("no statement of chief reads and writes is prepared anew whenever it is executed", async () => {
  const spies = (["rows", "values", "run"] as const).map((name) =>
    vi.spyOn(SqliteConnection.prototype, name),
  );
  const dav = new DavClient(jmap.app, elin.actor);
  const home = "/dav/calendars/elin/calendar/";
  const meeting = ["ORGANIZER:mailto:elin@example.com", `ATTENDEE:mailto:${nils.actor.login}@example.com`];
  for (const lines of [[], ["DTSTART:20261123T120000Z"], meeting])
    expect([201, 204]).toContain((await dav.put(`${home}a.ics`, eventText("a", ...lines))).status);
  await dav.get(`${home}a.ics`);
  await dav.propfind(home, "1");
  await dav.sync(home, "");
  await sendOutbox(jmap.app);
  const { ids } = await elin.call("CalendarEvent/query", { filter: null });
  await elin.call("CalendarEvent/set", { update: { [ids[0]]: { title: "Dinner" } } });
  await dav.delete(`${home}a.ics`);
  const executed = new Set(spies.flatMap(({ mock }) => mock.calls.map(([{ sql }]) => sql)));
  const columns = await restricted();
  expect(columns).toContainEqual(["principal", "kind"]);
  expect(executed.size).toBeGreaterThan(30);
  const anew = [...executed].filter((sql) =>
    columns.some(
      ([table, column]) =>
        new RegExp(`\\b${table}\\b`).test(sql) &&
        new RegExp(`\\b${column}"? = \\?`).test(
          sql
            .split(/\bwhere\b/i)
            .slice(1)
            .join(" where "),
        ),
    ),
  );
  expect(anew).toEqual([]);
});

it("no statement of a PUT is built anew, nor those that look whether devices want to hear of it", async () => {
  const dav = new DavClient(jmap.app, elin.actor);
  const spies = (["rows", "values", "run"] as const).map((name) => vi.spyOn(Scope.prototype, name));
  for (const lines of [[], ["DTSTART:20261123T120000Z"]])
    await dav.put("/dav/calendars/elin/calendar/a.ics", eventText("a", ...lines));
  await enqueuePushes(jmap.app, {
    accountId: elin.actor.principalId,
    modseq: 1 as never,
    types: ["Calendar"],
  });
  await enqueueDevicePushes(jmap.app, {
    accountId: elin.actor.principalId,
    modseq: 1 as never,
    types: ["Calendar"],
  });
  const asked = spies.flatMap(({ mock }) => mock.calls.map(([query]) => query));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((query) => !("sql" in query))).toEqual([]);
});
