import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { book } from "./book.ts";
import { answerRequest, waitingRequests } from "./requests.ts";

const MONDAY = Date.parse("2026-11-23T11:00:00Z");

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let elin: DavClient;
let bengt: DavClient;
let flat: PrincipalId;
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt } = board);
  flat = await board.make({ name: "Guest flat", rules: { ...ANY_TIME, approval: "always" } });
  return () => test.close();
});

let keys = 0;
async function asked(client: DavClient, start = MONDAY): Promise<Booking> {
  const wish = { bookableId: flat, start, end: start + HOUR, key: `key ${String((keys += 1))}` };
  const done = await book(test.app, client.actor, wish);
  if (!done.ok || done.value.kind !== "booked") throw new Error(JSON.stringify(done));
  return done.value.booking;
}
async function eventText(client: DavClient): Promise<string> {
  const home = `/dav/calendars/${client.actor.login}/calendar/`;
  const { hrefs } = await client.propfind(home, "1", "<d:getetag/>");
  return hrefs[1] === undefined ? "" : (await client.get(hrefs[1])).body.replaceAll("\r\n ", "");
}
const heard = (client: DavClient, accountId: PrincipalId) => {
  const list = {
    accountId,
    recipientId: client.actor.principalId,
    type: "CalendarEventNotification",
  } as const;
  return test.app.storage.read((tx) => tx.notifications.list(list, 10));
};
const claims = (): Promise<number> =>
  test.app.storage.read(
    async (tx) => (await tx.claims.inRange(flat, { from: 0, until: 1e9 }, test.app.now())).length,
  );

describe("a booking that waits for a manager", () => {
  it("keeps its time, says so in its booker's event, and its managers hear of it", async () => {
    const booking = await asked(bengt);
    expect(booking.state).toBe("requested");
    expect(await claims()).toBe(4);
    expect(await eventText(bengt)).toMatch(/CUTYPE=ROOM[^:]*PARTSTAT=TENTATIVE/);
    expect((await heard(elin, flat)).map(({ payload }) => payload)).toMatchObject([
      { news: "invitation", changedBy: { name: "bengt" } },
    ]);
    const waiting = await waitingRequests(test.app, elin.actor);
    expect(waiting.map(({ booking: { id }, partyName }) => [id, partyName])).toEqual([[booking.id, "bengt"]]);
    expect(await waitingRequests(test.app, bengt.actor)).toEqual([]);
  });

  it("is told to its managers once, and not with each change of its event", async () => {
    await asked(bengt);
    const home = `/dav/calendars/${bengt.actor.login}/calendar/`;
    const { hrefs } = await bengt.propfind(home, "1", "<d:getetag/>");
    const renamed = (await eventText(bengt)).replace("SUMMARY:Guest flat", "SUMMARY:Granny comes");
    expect((await bengt.put(hrefs[1] ?? "", renamed)).status).toBe(204);
    expect(await heard(elin, flat)).toHaveLength(1);
    // Another time is asked for anew.
    await bengt.put(
      hrefs[1] ?? "",
      renamed.replaceAll("T120000", "T140000").replaceAll("T130000", "T150000"),
    );
    expect(await heard(elin, flat)).toHaveLength(2);
  });

  it("is granted: its event says yes, and its booker hears of it", async () => {
    const { id } = await asked(bengt);
    expect(await answerRequest(test.app, elin.actor, id, true, "")).toMatchObject({
      ok: true,
      value: { state: "confirmed" },
    });
    expect(await eventText(bengt)).toMatch(/CUTYPE=ROOM[^:]*PARTSTAT=ACCEPTED/);
    const news = (await heard(bengt, bengt.actor.principalId)).map(({ payload }) => payload);
    expect(news).toMatchObject([{ news: "accepted", changedBy: { name: "elin" } }]);
    expect(await claims()).toBe(4);
    expect(await waitingRequests(test.app, elin.actor)).toEqual([]);
  });

  it("is refused with a reason, and its time is free", async () => {
    const { id } = await asked(bengt);
    await answerRequest(test.app, elin.actor, id, false, "Painters, sorry");
    const text = await eventText(bengt);
    expect(text).toMatch(/CUTYPE=ROOM[^:]*PARTSTAT=DECLINED/);
    expect(text).toContain("Painters\\, sorry");
    expect(await claims()).toBe(0);
    expect(await test.app.storage.read((tx) => tx.bookings.byId(id))).toMatchObject({ state: "refused" });
  });

  it("is answered by its managers alone, once, and not after its time", async () => {
    const { id } = await asked(bengt);
    const notFound = { ok: false, problem: { code: "not-found" } };
    expect(await answerRequest(test.app, bengt.actor, id, true, "")).toMatchObject(notFound);
    expect(await answerRequest(test.app, elin.actor, "nothing" as BookingId, true, "")).toMatchObject(
      notFound,
    );
    const both = await Promise.all(
      [true, false].map((yes) => answerRequest(test.app, elin.actor, id, yes, "")),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const later = await asked(bengt, MONDAY + HOUR);
    test.clock.advance(10 * 24 * HOUR);
    expect(await answerRequest(test.app, elin.actor, later.id, true, "")).toMatchObject(notFound);
  });
});
