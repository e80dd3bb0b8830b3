import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
});

/** Books a pass of a day in November 2026; the clock stands at Friday 20 November, 13:00 in Stockholm. */
const book = (client: typeof nils, day: number, hour: number): Promise<Answer> => {
  const time = (at: number): string => `2026-11-${day}T${String(at).padStart(2, "0")}:00:00Z`;
  return client.call("Booking/set", {
    create: { k: { bookableId, start: time(hour), end: time(hour + 3) } },
  });
};
const report = (month: string): Promise<Answer> => elin.call("Bookable/report", { bookableId, month });

describe("Bookable/report", () => {
  it("counts what each party booked, used, gave up too late and was refused", async () => {
    await book(nils, 20, 12);
    await book(nils, 24, 6);
    // Two of two are coming.
    await book(nils, 25, 6);
    await book(nils, 25, 6);
    await book(bengt, 24, 6);
    const { list } = await nils.call("Booking/get", { ids: null });
    // Later than twelve hours before.
    await nils.call("Booking/set", { destroy: [(list as Answer[])[0]?.id] });
    expect(await report("2026-11")).toMatchObject({
      bookableId,
      month: "2026-11",
      rows: [
        { name: "nils", booked: 2, used: 0, released: 0, cancelledLate: 1, refused: 2 },
        { name: "bengt", booked: 0, used: 0, released: 0, cancelledLate: 0, refused: 1 },
      ],
      reasons: [
        { reason: "quota-upcoming", times: 2 },
        { reason: "taken", times: 1 },
      ],
    });
    expect((await report("2026-11")).months).toEqual([
      ...["2026-06", "2026-07", "2026-08", "2026-09", "2026-10"].map((month) => ({ month, booked: 0 })),
      { month: "2026-11", booked: 2 },
    ]);
    expect(await report("2026-12")).toMatchObject({ rows: [], reasons: [] });
  });

  it("counts as used what has stood until it was over", async () => {
    await book(nils, 24, 6);
    jmap.clock.advance(Date.parse("2026-11-24T10:00:00Z") - jmap.clock.now());
    expect((await report("2026-11")).rows).toMatchObject([{ name: "nils", booked: 1, used: 1 }]);
  });

  it("is for managers, and that they looked stands in the log once a day", async () => {
    const others = await nils.request([["Bookable/report", { bookableId, month: "2026-11" }]]);
    expect(others.methodResponses[0]?.[1]).toMatchObject({ type: "forbidden" });
    await report("2026-11");
    await report("2026-11");
    const { list } = await elin.call("AuditEntry/list", { text: null, before: null, limit: 50 });
    const opened = (list as Answer[]).filter(({ action }) => action === "bookable-report-opened");
    expect(opened).toMatchObject([{ subject: "Tvättstuga", detail: { month: "2026-11", times: "2" } }]);
  });

  it.each(["2026-13", "11-2026", "2026", "1850-01"])("knows no month %s", async (month) => {
    const { methodResponses } = await elin.request([["Bookable/report", { bookableId, month }]]);
    expect(methodResponses[0]?.[0]).toBe("error");
  });
});
