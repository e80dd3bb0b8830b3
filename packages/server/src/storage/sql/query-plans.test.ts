import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadTransaction } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { DrawId, PrincipalId } from "../records/ids.ts";
import { calendar, newId, object, principal } from "../contract/fixtures.ts";
import { openTestDatabase, type TestDatabase } from "../contract/postgres.ts";
import type { Connection } from "./dialects/dialect.ts";
import type { Engine } from "./dialects/engine.ts";
import { openPostgres } from "./dialects/postgres-engine.ts";
import { openSqlite } from "./dialects/sqlite-engine.ts";
import { migrations } from "./migrations/all.ts";
import { migrate } from "./run-migrations.ts";
import { Scope } from "./scope.ts";
import { finishTransaction, openTransaction } from "./transaction.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20);

/** Records every statement of a transaction. */
function recording(target: Connection, into: CompiledQuery<unknown>[]): Connection {
  return {
    rows: (query) => {
      into.push(query);
      return target.rows(query);
    },
    values: (query) => {
      into.push(query);
      return target.values(query);
    },
    run: (query) => {
      into.push(query);
      return target.run(query);
    },
  };
}

const statementsOf = (engine: Engine, work: (tx: ReadTransaction) => Promise<unknown>) =>
  engine.read(async (connection) => {
    const statements: CompiledQuery<unknown>[] = [];
    await work(openTransaction(new Scope(engine.dialect, recording(connection, statements))));
    return statements;
  });

async function fill(engine: Engine, crowd: number): Promise<{ owner: PrincipalId; home: Calendar }> {
  return await engine.write(async (connection) => {
    const scope = new Scope(engine.dialect, connection);
    const tx = openTransaction(scope);
    const owner = principal();
    await tx.principals.insert(owner);
    const modseq = await tx.lockAccount(owner.id);
    const home = calendar(owner.id, modseq);
    await tx.calendars.insert(home);
    for (let i = 0; i < crowd; i++) {
      // Every hundredth is a series without end; the others spread over twenty years around now.
      const start = NOW + (i - crowd / 2) * (DAY / 3);
      const end = i % 100 === 0 ? null : start + (DAY / 24) * ((i % 7) + 1);
      await tx.objects.insert(object(home, modseq, { start, end, isRecurring: end === null }));
    }
    await finishTransaction(scope);
    return { owner: owner.id, home };
  });
}

/** The reads whose cost must depend on the answer, not on the calendar. */
function reads(owner: PrincipalId, home: Calendar): [string, (tx: ReadTransaction) => Promise<unknown>][] {
  const calendarIds = [home.id];
  return [
    ["one week", (tx) => tx.objects.find({ calendarIds, from: NOW, to: NOW + 7 * DAY })],
    [
      "one week of events",
      (tx) => tx.objects.heads({ calendarIds, component: "VEVENT", from: NOW, to: NOW + DAY }),
    ],
    [
      "one week in several",
      (tx) => tx.objects.find({ calendarIds: [home.id, newId("x") as never], from: NOW, to: NOW + DAY }),
    ],
    ["everything after", (tx) => tx.objects.heads({ calendarIds, from: NOW + 3_000 * DAY })],
    ["a page", (tx) => tx.objects.heads({ calendarIds, limit: 10 })],
    ["by uid", (tx) => tx.objects.find({ calendarIds, uid: "x" })],
    ["by uris", (tx) => tx.objects.byUris(home.id, ["a", "b"])],
    ["small ones by uris", (tx) => tx.objects.byUrisUpTo(home.id, ["a", "b"], 1_000)],
    ["by uid in the account", (tx) => tx.objects.byUidInAccount(owner, "x")],
    ["by uid of an organizer", (tx) => tx.objects.byUidOfOrganizer(owner, "x")],
    ["changes of an account", (tx) => tx.changes.inAccount(owner, "CalendarEvent", 1, 10)],
    ["changes of calendars", (tx) => tx.changes.inAccount(owner, "Calendar", 1, 10)],
    ["changes of a calendar", (tx) => tx.changes.inCalendar(home.id, 1, 10)],
    ["history", (tx) => tx.changes.history(owner, "x", 10)],
    ["versions", (tx) => tx.changes.versions("x" as never, 10)],
    ["a removed object", (tx) => tx.objects.removed("x" as never)],
    ["accessible calendars", (tx) => tx.calendars.accessibleTo(owner)],
    ["accessible calendars of one account", (tx) => tx.calendars.accessibleIn(owner, owner)],
    ["one accessible calendar", (tx) => tx.calendars.accessible(owner, home.id)],
    ["a session", (tx) => tx.sessions.byTokenHash("x")],
    ["a sign-in that has begun", (tx) => tx.signInSteps.byTokenHash("x")],
    ["a session by its id", (tx) => tx.sessions.byId("x")],
    ["an attempt", (tx) => tx.attempts.byKey("x")],
    ["a known place", (tx) => tx.knownPlaces.seenAt(owner, "x")],
    ["audit entries of a subject", (tx) => tx.audit.ofSubject("sign-in-failed", "x", 0, 10)],
    ["bookings of several things", (tx) => tx.bookings.inRangeOf([owner], { start: 0, end: 1 }, ["done"])],
    ["bookings that begin", (tx) => tx.bookings.beginning("confirmed", { start: 0, end: 1 })],
    ["a waiting line", (tx) => tx.bookingWaits.inLine(owner, { start: 0, end: 1 })],
    ["the draws of a bookable", (tx) => tx.draws.ofBookable(owner)],
    ["what is wished for in a draw", (tx) => tx.draws.entries("draw" as DrawId)],
    ["what a party wishes for", (tx) => tx.draws.entriesOf(owner)],
    ["what a party asks and is asked", (tx) => tx.bookingHandovers.ofParty(owner, 0)],
    ["what a party waits for", (tx) => tx.bookingWaits.ofParty(owner, 0)],
    ["credentials", (tx) => tx.credentials.ofPrincipal(owner)],
  ];
}

describe("query plans of SQLite", () => {
  let engine: Engine;
  let filled: { owner: PrincipalId; home: Calendar };
  beforeAll(async () => {
    engine = openSqlite(":memory:");
    await migrate(engine, migrations);
    filled = await fill(engine, 20_000);
  });
  afterAll(() => engine.close());

  const planOf = async (statement: CompiledQuery<unknown>) => {
    const explain = { ...statement, sql: `explain query plan ${statement.sql}` } as CompiledQuery<{
      detail: string;
    }>;
    return (await engine.read((connection) => connection.rows(explain))).map((row) => row.detail);
  };

  it("scan no table, only lists passed in and the results of another step", async () => {
    let statements = 0;
    for (const [name, read] of reads(filled.owner, filled.home)) {
      for (const statement of await statementsOf(engine, read)) {
        statements += 1;
        const scans = (await planOf(statement)).filter((detail) =>
          /^SCAN (?!json_each|actor|way|CONSTANT)/.test(detail),
        );
        expect([name, scans]).toEqual([name, []]);
      }
    }
    expect(statements).toBeGreaterThan(20);
  });

  it("search both sides of a range through the index on the one bound that decides there", async () => {
    const calendarIds = [filled.home.id];
    const week = await statementsOf(engine, (tx) =>
      tx.objects.heads({ calendarIds, component: "VEVENT", from: NOW, to: NOW + 7 * DAY }),
    );
    const plan = (await Promise.all(week.map(planOf))).flat();
    const searches = plan.filter((detail) => detail.startsWith("SEARCH object"));
    expect(searches.toSorted()).toEqual([
      "SEARCH object USING INDEX object_interval_end (calendar_id=? AND interval_node=? AND end_ms>?)",
      "SEARCH object USING INDEX object_interval_start (calendar_id=? AND interval_node=? AND start_ms<?)",
      "SEARCH object USING INDEX object_interval_start (calendar_id=? AND interval_node>? AND interval_node<?)",
    ]);
  });
});

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe("query plans of PostgreSQL", () => {
  let database: TestDatabase;
  let engine: Engine;
  let filled: { owner: PrincipalId; home: Calendar };
  beforeAll(async () => {
    database = await openTestDatabase();
    engine = openPostgres(database.url);
    await migrate(engine, migrations);
    filled = await fill(engine, 5_000);
    await engine.write((connection) => connection.run(CompiledQuery.raw("analyze object")));
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  it("read about as many objects as they return, and never the whole table", async () => {
    for (const [name, read] of reads(filled.owner, filled.home)) {
      for (const statement of await statementsOf(engine, read)) {
        const explain = {
          ...statement,
          name: undefined,
          sql: `explain (analyze, format json) ${statement.sql}`,
        };
        const rows = await engine.read((connection) =>
          connection.rows(explain as CompiledQuery<{ "QUERY PLAN": { Plan: PlanNode }[] }>),
        );
        const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan)));
        const onObjects = nodes.filter((node) => node["Relation Name"] === "object");
        const wasteful = onObjects.filter(
          (node) => node["Node Type"] === "Seq Scan" || (node["Rows Removed by Filter"] ?? 0) > 50,
        );
        expect([name, wasteful]).toEqual([name, []]);
      }
    }
  });
});
