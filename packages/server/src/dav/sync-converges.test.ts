// However changes, pages and moves fall between two synchronisations, a client ends up with the current state (RFC
// 6578 §3).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

const HOME = "/dav/calendars/elin/";
const CALENDARS = [`${HOME}calendar/`, `${HOME}other/`];
let opened: TestDav;
let client: DavClient;

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
  await client.mkcalendar(`${HOME}other/`);
});
afterEach(() => opened.close());

/** A client's copy of one calendar, updated only by sync-collection. */
class Copy {
  readonly etags = new Map<string, string>();
  readonly #calendar: string;
  #token = "";
  constructor(calendar: string) {
    this.#calendar = calendar;
  }

  /** Fetches pages of at most `limit` until there are no more. */
  async sync(limit: number): Promise<void> {
    for (let page = 0; page < 200; page++) {
      const answer = await client.sync(
        this.#calendar,
        this.#token,
        `<d:limit><d:nresults>${limit}</d:nresults></d:limit>`,
      );
      expect(answer.status).toBe(207);
      let hasMore = false;
      for (const { href, status, text } of answer.resources) {
        if (status === 404) this.etags.delete(href);
        else if (status === 507) hasMore = true;
        else this.etags.set(href, text["getetag"] ?? "");
      }
      this.#token = answer.syncToken;
      if (!hasMore) return;
    }
    throw new Error("the pages never end");
  }
  get sorted(): readonly string[] {
    return [...this.etags].map((entry) => entry.join(" ")).toSorted();
  }
}

async function listed(calendar: string): Promise<readonly string[]> {
  const { resources } = await client.propfind(calendar, "1", "<d:getetag/>");
  return resources
    .flatMap(({ href, text }) => (text["getetag"] === undefined ? [] : [`${href} ${text["getetag"]}`]))
    .toSorted();
}

function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** One change: most succeed, some are refused, and neither may confuse a client. */
async function change(random: (below: number) => number, turn: number): Promise<void> {
  const place = () => `${CALENDARS[random(2)]}${random(12)}.ics`;
  const kind = random(6);
  if (kind < 3) await client.put(place(), eventText(`u${random(12)}`, `LOCATION:${turn}`));
  else if (kind === 3) await client.delete(place());
  else await client.send(kind === 4 ? "MOVE" : "COPY", place(), { headers: { destination: place() } });
}

describe("synchronisation converges", () => {
  test.each([1, 2, 3, 4])("after any changes in between (%i)", async (seed) => {
    const random = makeRandom(seed);
    const copies = [...CALENDARS, ...CALENDARS].map((calendar) => ({ calendar, copy: new Copy(calendar) }));
    for (let turn = 0; turn < 150; turn++) {
      await change(random, turn);
      const chosen = copies[random(12)];
      if (chosen) await chosen.copy.sync(1 + random(4));
    }
    for (const { calendar, copy } of copies) {
      await copy.sync(1 + random(4));
      expect(copy.sorted).toEqual(await listed(calendar));
    }
    expect((await listed(`${HOME}calendar/`)).length).toBeGreaterThan(0);
  });

  // DAVx5 and Thunderbird keep what they have put without requesting a new token.
  test("for a client that knows an event before its token does", async () => {
    const copy = new Copy(CALENDARS[0] ?? "");
    await client.put(`${CALENDARS[0]}first.ics`, eventText("first"));
    await copy.sync(10);
    const own = `${CALENDARS[0]}own.ics`;
    copy.etags.set(own, (await client.put(own, eventText("own"))).headers.get("etag") ?? "");
    await client.delete(own);
    await copy.sync(10);
    expect([...copy.etags.keys()]).toEqual([`${CALENDARS[0]}first.ics`]);
  });

  test("with writers at work meanwhile", async () => {
    const random = makeRandom(5);
    const copies = CALENDARS.map((calendar) => ({ calendar, copy: new Copy(calendar) }));
    const writers = Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 40; turn++) await change(random, turn);
    });
    const readers = copies.map(async ({ copy }) => {
      for (let i = 0; i < 15; i++) await copy.sync(2);
    });
    await Promise.all([...writers, ...readers]);
    for (const { calendar, copy } of copies) {
      await copy.sync(3);
      expect(copy.sorted).toEqual(await listed(calendar));
    }
  });
});
