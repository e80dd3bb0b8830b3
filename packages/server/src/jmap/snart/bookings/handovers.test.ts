import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
});

const pass = (day: number) => ({
  bookableId,
  start: `2026-11-${day}T06:00:00Z`,
  end: `2026-11-${day}T09:00:00Z`,
});
const handed = (day: number) => ({ ...pass(day), bookableName: "Tvättstuga" });
const book = async (client: JmapClient, day: number): Promise<string> =>
  (await client.call("Booking/set", { create: { k: pass(day) } })).created.k.id;
const ask = (client: JmapClient, wish: object): Promise<Answer> =>
  client.call("BookingHandover/set", { create: { h: wish } });
const listed = async (client: JmapClient): Promise<readonly Answer[]> =>
  (await client.call("BookingHandover/get", { ids: null })).list;
const say = async (client: JmapClient, method: string, args: object): Promise<Answer> => {
  const { methodResponses } = await client.request([[`BookingHandover/${method}`, args]]);
  return methodResponses[0]?.[1] as Answer;
};
const days = async (client: JmapClient): Promise<readonly string[]> =>
  (await client.call("Booking/get", { ids: null })).list.map(({ start }: Answer) => start.slice(8, 10));

describe("BookingHandover", () => {
  it("asks one of those who may book, and is theirs when they accept", async () => {
    const house = await makeHousehold(jmap.app, elin.actor, "lgh 1203", ["bengt"]);
    const bookingId = await book(nils, 26);
    expect((await say(nils, "receivers", { bookingId })).list).toEqual([
      { id: house, name: "lgh 1203" },
      { id: elin.accountId, name: expect.any(String) },
    ]);
    expect(await say(bengt, "receivers", { bookingId })).toMatchObject({ type: "notFound" });
    const { id } = (await ask(nils, { bookingId, toId: house })).created.h;
    const question = {
      id,
      fromName: expect.any(String),
      toName: "lgh 1203",
      booking: handed(26),
      inReturn: null,
      expiresAt: "2026-11-22T12:00:00Z",
      createdAt: "2026-11-20T12:00:00Z",
    };
    expect(await listed(nils)).toEqual([{ ...question, isAsker: true, bookingId }]);
    expect(await listed(bengt)).toEqual([{ ...question, isAsker: false, bookingId: null }]);
    expect(await listed(elin)).toEqual([]);
    const { state } = await nils.call("BookingHandover/get", { ids: [] });
    expect(await say(bengt, "accept", { handoverId: id })).toMatchObject({
      isAccepted: true,
      state: "confirmed",
    });
    expect((await nils.call("BookingHandover/get", { ids: [] })).state).not.toBe(state);
    expect([await days(nils), await days(bengt)]).toEqual([[], ["26"]]);
    expect(await say(bengt, "accept", { handoverId: id })).toMatchObject({ type: "notFound" });
  });

  it("is a swap with whoever has the time in return, who is not named before", async () => {
    const bookingId = await book(nils, 26);
    await book(bengt, 27);
    const { id, toName } = (await ask(nils, { bookingId, inReturn: pass(27) })).created.h;
    expect(toName).toBeNull();
    expect(await listed(bengt)).toMatchObject([{ booking: handed(26), inReturn: handed(27) }]);
    expect(await say(bengt, "accept", { handoverId: id })).toMatchObject({ isAccepted: true });
    expect([await days(nils), await days(bengt)]).toEqual([["27"], ["26"]]);
  });

  it("says every reason why not, and then nothing has changed", async () => {
    const bookingId = await book(nils, 26);
    const { id } = (await ask(nils, { bookingId, toId: bengt.accountId })).created.h;
    for (const day of [24, 25]) await book(bengt, day);
    const answer = await say(bengt, "accept", { handoverId: id });
    expect(answer).toMatchObject({ isAccepted: false, reasons: [{ kind: "quota" }], theirReasons: [] });
    expect([await days(nils), await days(bengt)]).toEqual([["26"], ["24", "25"]]);
  });

  it("is destroyed by who says no and by who takes it back, and by nobody else", async () => {
    const bookingId = await book(nils, 26);
    const end = async (client: JmapClient): Promise<Answer> => {
      const { id } = (await ask(nils, { bookingId, toId: bengt.accountId })).created.h;
      return (await client.call("BookingHandover/set", { destroy: [id] })).destroyed?.length ?? 0;
    };
    expect(await end(elin)).toBe(0);
    expect(await end(bengt)).toBe(1);
    expect(await end(nils)).toBe(1);
    expect((await ask(bengt, { bookingId, toId: elin.accountId })).notCreated.h).toMatchObject({
      type: "notFound",
    });
    expect(await days(nils)).toEqual(["26"]);
  });
});
