import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  authorization,
  count,
  openTwoServers,
  put,
  recovered,
  restarted,
  text,
  underLoad,
  type TwoServers,
} from "./database-load.ts";
import { until } from "../until.ts";

const KILLS = 15;
const RESTARTS = 3;
let place: TwoServers;
let postgres: TwoServers["postgres"];
let servers: TwoServers["servers"];

beforeAll(async () => {
  place = await openTwoServers();
  ({ postgres, servers } = place);
});
afterAll(() => place.close());

describe("two servers whose PostgreSQL", { timeout: 60_000 }, () => {
  it("ends their connections again and again lose nothing, live on, and answer nearly everything", async () => {
    const keeper = new pg.Client({ connectionString: postgres.url });
    await keeper.connect();
    const { load, wrong } = await underLoad(servers, async (running) => {
      for (let kill = 0; kill < KILLS; kill++) {
        const before = count(running, 201, 204, 503);
        await keeper.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'snart'",
        );
        await until(() => count(running, 201, 204, 503) > before + 2);
      }
      await recovered(running);
    });
    await keeper.end();
    expect(wrong).toEqual([]);
    // What was ended before its commit was sent is done again, so that hardly anybody notices.
    expect(count(load, 201, 204)).toBeGreaterThan(count(load, 503));
  });

  it.each(["fast", "immediate"] as const)(
    "is restarted (%s) say meanwhile that they are unavailable, and come back by themselves",
    async (how) => {
      const { load, wrong } = await underLoad(servers, async (running) => {
        await postgres.halt(how);
        const away = count(running, 503);
        await until(() => count(running, 503) > away + 10);
        for (const { url } of servers) {
          expect((await fetch(`${url}/healthz`)).status).toBe(503);
          const refused = await put(url, "refused", text("refused", 1));
          expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([503, 5]);
          expect(await refused.json()).toEqual({ code: "database-unavailable", retryAfter: 5 });
          const api = await fetch(`${url}/jmap/api`, {
            method: "POST",
            headers: { authorization },
            body: "{}",
          });
          expect([api.status, api.headers.get("retry-after")]).toEqual([503, "5"]);
          // Nobody is told that a password is wrong because it could not be looked up.
          const signIn = await fetch(`${url}/auth/sign-in`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ login: "elin", password: "lång nog för alla" }),
          });
          expect(signIn.status).toBe(503);
        }
        await postgres.resume();
        await recovered(running);
        for (const { url } of servers) expect((await fetch(`${url}/healthz`)).status).toBe(200);
      });
      expect(wrong).toEqual([]);
      expect(count(load, 503)).toBeGreaterThan(10);
    },
  );

  /** `bench/chaos --only=postgres` does it as often as one likes. */
  it("is restarted again and again lose nothing that they acknowledged", async () => {
    const { acknowledged, wrong } = await restarted(postgres, servers, RESTARTS);
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(RESTARTS * 20);
  });
});
