import { afterAll, beforeAll, expect, it } from "vitest";
import { startPostgres, type PostgresServer } from "../storage/contract/postgres-server.ts";
import { openStorage } from "../storage/sql/open.ts";
import { basic, startTestServer } from "../testing/http-server.ts";
import { startCollector } from "../testing/tracing/collector.ts";

const PASSWORD = "lång nog för alla";

let main: PostgresServer;
let copy: PostgresServer;
beforeAll(async () => {
  main = await startPostgres();
  await (await openStorage({ kind: "postgres", url: main.url })).close();
  copy = await main.follower();
}, 120_000);
afterAll(async () => {
  await copy.stop();
  await main.stop();
});

it(
  "tells of reads of the copy, and of the database that answers in its place",
  { timeout: 120_000 },
  async () => {
    const collector = await startCollector();
    const server = await startTestServer({
      env: {
        SNART_OTLP_ENDPOINT: collector.endpoint,
        SNART_DATABASE_URL: main.url,
        SNART_DATABASE_READ_URL: copy.url,
      },
      overrides: { storageTarget: { kind: "postgres", url: main.url }, jobsEveryMs: 0 },
    });
    const { id } = await server.addUser("elin@example.com", PASSWORD);
    const [calendar] = await server.app.storage.read((tx) => tx.calendars.ofAccount(id));
    const exported = async (): Promise<number> => {
      const headers = { authorization: basic("elin", PASSWORD) };
      const answer = await server.fetch(`/export/${calendar?.id}/calendar.ics`, { headers });
      await answer.text();
      return answer.status;
    };
    expect(await exported()).toBe(200);
    await copy.halt("fast");
    expect(await exported()).toBe(200);
    await server.stop();
    await copy.resume();
    await collector.stop();
    const requests = collector.spans.filter(({ name }) => name.startsWith("GET /export/"));
    const [read, instead] = requests.map(({ spanId }) =>
      collector.spans.find((one) => one.parentSpanId === spanId && one.name === "read of the copy"),
    );
    expect([requests.length, read?.status, instead?.status]).toEqual([2, {}, {}]);
    // The first has no transaction of the database at the same time, the second has.
    const within = (outer: typeof read): number =>
      collector.spans.filter(
        (one) =>
          one.name === "read transaction" &&
          one.startTimeUnixNano >= (outer?.startTimeUnixNano ?? "") &&
          one.endTimeUnixNano <= (outer?.endTimeUnixNano ?? ""),
      ).length;
    expect([within(read), within(instead)]).toEqual([0, 1]);
  },
);
