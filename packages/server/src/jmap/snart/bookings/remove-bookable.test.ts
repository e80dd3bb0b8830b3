import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
});

const create = (): Promise<Answer> =>
  nils.call("Booking/set", {
    create: { k: { bookableId, start: "2026-11-23T06:00:00Z", end: "2026-11-23T09:00:00Z" } },
  });

describe("a bookable that is removed", () => {
  it("is found and booked by nobody any more, and what was booked is cancelled", async () => {
    const { created } = await create();
    expect((await nils.call("Bookable/set", { destroy: [bookableId] })).notDestroyed[bookableId].type).toBe(
      "forbidden",
    );
    expect((await nils.call("Bookable/get", { ids: null })).list).toHaveLength(1);
    expect((await elin.call("Bookable/set", { destroy: [bookableId] })).destroyed).toEqual([bookableId]);
    expect((await nils.call("Bookable/get", { ids: null })).list).toEqual([]);
    expect((await elin.call("Bookable/get", { ids: null })).list).toEqual([]);
    const { list } = await nils.call("Booking/get", { ids: null });
    expect((list as Answer[]).filter(({ state }) => state === "confirmed")).toEqual([]);
    expect((await create()).notCreated.k.type).toBe("notFound");
    const stored = await jmap.app.storage.read((tx) => tx.bookings.byId(created.k.id));
    expect(stored?.state).toBe("cancelled");
    expect((await elin.call("Bookable/set", { destroy: [bookableId] })).notDestroyed[bookableId].type).toBe(
      "notFound",
    );
    const log = (await elin.call("AuditEntry/list", { text: null, before: null, limit: 50 }))
      .list as Answer[];
    expect(log.find(({ action }) => action === "bookable-removed")).toMatchObject({
      subject: "Tvättstuga",
      detail: { cancelled: "1" },
    });
  });
});
