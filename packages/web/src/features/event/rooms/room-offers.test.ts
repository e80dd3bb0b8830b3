import type { BookableRecord, TriedBookableRecord } from "@snart/calendar/jmap/booking.ts";
import { describe, expect, it } from "vitest";
import { datesFor, offersInOrder, roomOffers } from "./room-offers.ts";

const room = (id: string, capacity: number | null): BookableRecord => ({
  id,
  name: id,
  type: "ROOM",
  email: null,
  description: "",
  place: "",
  capacity,
  equipment: [],
  labels: [],
  managersId: "board",
  mayManage: false,
  answerMode: "automatic",
  rules: null,
  rulesVersion: 1,
  acceptances: {},
});
const tried = (bookableId: string, ...clashes: readonly string[]): TriedBookableRecord => ({
  bookableId,
  dates: 3,
  later: 0,
  clashes: clashes.map((recurrenceId) => ({ recurrenceId, start: "", end: "", reasons: [], others: [] })),
});
const [SECOND, THIRD] = ["2026-12-02T14:00:00", "2026-12-09T14:00:00"];
const ROOMS = [room("hall", 20), room("booth", 1), room("loft", 8), room("open", null)];
const ANSWERS = [tried("hall"), tried("booth"), tried("loft", SECOND, THIRD), tried("open", SECOND)];
const idsOf = (people: number, answers = ANSWERS): readonly string[] =>
  roomOffers(ROOMS, answers, people).map(({ bookable }) => bookable.id);

describe("rooms for an event", () => {
  it("come free ones first, of those the smallest, and those that are too small last", () => {
    expect(idsOf(4)).toEqual(["hall", "open", "loft", "booth"]);
    expect(idsOf(1)).toEqual(["booth", "hall", "open", "loft"]);
    expect(idsOf(21)[0]).toBe("open");
  });

  it("stand in one order until they have answered", () => {
    expect(idsOf(4, [])).toEqual(["loft", "hall", "open", "booth"]);
  });
});

describe("rooms that stand in an order already", () => {
  it("stay in their places whatever they answer, and new ones come last", () => {
    const order = ["booth", "loft", "hall"];
    const shown = (answers: typeof ANSWERS) =>
      offersInOrder(roomOffers(ROOMS, answers, 4), order).map(({ bookable }) => bookable.id);
    expect(shown([])).toEqual([...order, "open"]);
    expect(shown(ANSWERS)).toEqual([...order, "open"]);
    expect(shown([tried("hall", SECOND), tried("open")])).toEqual([...order, "open"]);
  });
});

describe("the dates on which the chosen room is taken", () => {
  const offers = roomOffers(ROOMS, ANSWERS, 4);
  const loft = offers.find(({ bookable }) => bookable.id === "loft") ?? offers[0];
  const chosen = (dates: Parameters<typeof datesFor>[2]) => (loft ? datesFor(loft, offers, dates) : {});
  const hall = { bookableId: "hall", name: "hall" };
  const open = { bookableId: "open", name: "open" };

  it("get the next best room", () => {
    expect(chosen({})).toEqual({ [SECOND]: hall, [THIRD]: hall });
  });

  it("keep what was chosen while that is free, and none where none was wanted", () => {
    expect(chosen({ [SECOND]: null, [THIRD]: open })).toEqual({ [SECOND]: null, [THIRD]: open });
    // The open room is taken on the second date.
    expect(chosen({ [SECOND]: open })).toEqual({ [SECOND]: hall, [THIRD]: hall });
  });

  it("keep a time that was chosen while the room is free then", () => {
    const times = [{ start: "2026-12-02T14:00:00Z", end: "2026-12-02T15:00:00Z" }];
    const answer = {
      ...tried("loft", SECOND),
      clashes: [{ ...tried("loft", SECOND).clashes[0], others: times }],
    };
    const known = roomOffers(ROOMS, [tried("hall"), answer as never], 4);
    const own = known.find(({ bookable }) => bookable.id === "loft") ?? expect.fail("no loft");
    const moved = { bookableId: "loft", name: "loft", moved: { at: "2026-12-02T14:00:00Z", local: "" } };
    expect(datesFor(own, known, { [SECOND]: moved })).toEqual({ [SECOND]: moved });
    const gone = { ...moved, moved: { ...moved.moved, at: "2026-12-02T16:00:00Z" } };
    expect(datesFor(own, known, { [SECOND]: gone })).toEqual({ [SECOND]: hall });
  });

  it("are not asked about again once the series has them at another time", () => {
    const [loftet] = roomOffers(ROOMS, ANSWERS, 4, new Set([SECOND])).filter(
      ({ bookable }) => bookable.id === "loft",
    );
    expect(loftet?.tried?.clashes.map(({ recurrenceId }) => recurrenceId)).toEqual([THIRD]);
  });

  it("forget dates that clash no more, and have none where nothing else is free", () => {
    expect(chosen({ "2027-01-01T14:00:00": open })).toEqual({ [SECOND]: hall, [THIRD]: hall });
    expect(loft && datesFor(loft, [loft], {})).toEqual({ [SECOND]: null, [THIRD]: null });
  });
});
