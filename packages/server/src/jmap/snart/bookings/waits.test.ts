import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
  const rules = { ...LAUNDRY, waitlist: { offerFor: "PT2H" } };
  await elin.call("Bookable/set", { update: { [bookableId]: { rules } } });
});

const pass = () => ({ bookableId, start: "2026-11-26T06:00:00Z", end: "2026-11-26T09:00:00Z" });
const booking = (client: JmapClient) => client.call("Booking/set", { create: { k: pass() } });
const waiting = (client: JmapClient) => client.call("BookingWait/set", { create: { k: pass() } });
const listed = async (client: JmapClient) => (await client.call("BookingWait/get", { ids: null })).list;

describe("BookingWait", () => {
  it("is a place in line, offered when the time becomes free and taken by booking it", async () => {
    const { id } = (await booking(nils)).created.k;
    expect((await booking(bengt)).notCreated.k).toMatchObject({ type: "bookingRefused", waitPlace: 1 });
    const made = (await waiting(bengt)).created.k;
    expect(made).toMatchObject({ place: 1, state: "waiting", offeredUntil: null });
    expect(await listed(bengt)).toEqual([
      {
        ...pass(),
        id: made.id,
        partyId: bengt.accountId,
        state: "waiting",
        place: 1,
        offeredUntil: null,
        isKept: false,
        createdAt: "2026-11-20T12:00:00Z",
      },
    ]);
    expect(await listed(nils)).toEqual([]);
    const { state } = await bengt.call("BookingWait/get", { ids: [] });
    await nils.call("Booking/set", { destroy: [id] });
    const offer = { state: "offered", offeredUntil: "2026-11-20T14:00:00Z", isKept: true };
    expect(await listed(bengt)).toMatchObject([offer]);
    expect((await bengt.call("BookingWait/get", { ids: [] })).state).not.toBe(state);
    // The hold behind it is no booking.
    expect((await bengt.call("Booking/get", { ids: null })).list).toEqual([]);
    expect((await booking(bengt)).created.k).toMatchObject({ state: "confirmed" });
    expect(await listed(bengt)).toEqual([]);
  });

  it("is left or declined, by nobody else", async () => {
    await booking(nils);
    const { id } = (await waiting(bengt)).created.k;
    expect((await elin.call("BookingWait/set", { destroy: [id] })).notDestroyed[id].type).toBe("notFound");
    expect((await bengt.call("BookingWait/set", { destroy: [id] })).destroyed).toEqual([id]);
    expect((await bengt.call("BookingWait/set", { destroy: [id] })).notDestroyed[id].type).toBe("notFound");
  });

  it("is refused where there is no line, and with the reasons where waiting helps nothing", async () => {
    expect((await waiting(nils)).notCreated.k).toMatchObject({ code: "not-waiting" });
    await booking(nils);
    const past = { ...pass(), start: "2026-11-26T07:00:00Z" };
    const refused = (await bengt.call("BookingWait/set", { create: { k: past } })).notCreated.k;
    expect(refused).toMatchObject({
      type: "bookingRefused",
      reasons: [{ kind: "offGrid" }, { kind: "taken" }],
    });
    expect(refused.waitPlace).toBeUndefined();
  });
});
