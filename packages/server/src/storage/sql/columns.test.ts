import { expect, expectTypeOf, it } from "vitest";
import { columnsOf, END_OF_TIME, named, type RowOf } from "./columns.ts";

interface Room {
  readonly id: string & { readonly brand: "room" };
  readonly wallColor: "white" | "red" | null;
  readonly seats: number;
  readonly hasWindow: boolean;
  readonly view: { readonly to: string } | null;
  readonly furniture: readonly string[];
  readonly note: unknown;
  readonly nickname?: string;
  readonly end: number | null;
}

const room = columnsOf<Room>()({
  id: "plain",
  wallColor: "plain",
  seats: named("seat_count", "plain"),
  hasWindow: "flag",
  view: "jsonOrNull",
  furniture: "json",
  note: "json",
  nickname: "plainOrAbsent",
  end: named("end_ms", "endOrNever"),
});

const HALL: Room = {
  id: "hall" as Room["id"],
  wallColor: null,
  seats: 12,
  hasWindow: true,
  view: null,
  furniture: ["table"],
  note: null,
  end: null,
};
const ROW: RowOf<typeof room> = {
  id: "hall",
  wall_color: null,
  seat_count: 12,
  has_window: 1,
  view: null,
  furniture: '["table"]',
  note: "null",
  nickname: null,
  end_ms: END_OF_TIME,
};

it("makes a row of a record and the same record of the row, whatever else the row has", () => {
  expect(room.row(HALL)).toStrictEqual(ROW);
  expect(room.read(ROW)).toStrictEqual(HALL);
  const more = { ...ROW, modseq: 7 };
  expect(room.read(more)).toStrictEqual(HALL);
  const other: Room = { ...HALL, hasWindow: false, view: { to: "sea" }, note: 1, nickname: "x", end: 5 };
  expect(room.row(other)).toMatchObject({ has_window: 0, view: '{"to":"sea"}', note: "1", end_ms: 5 });
  expect(room.read(room.row(other))).toStrictEqual(other);
});

it("reads values in the order of the names", () => {
  expect(room.names).toEqual(Object.keys(ROW));
  expect(room.readValues(Object.values(ROW))).toStrictEqual(HALL);
  expect(room.readValues([...Object.values(ROW), "more"])).toStrictEqual(HALL);
});

it("changes the columns of the given fields, to null too", () => {
  expect(room.changes({})).toStrictEqual({});
  expect(room.changes({ wallColor: null, end: null, hasWindow: false })).toStrictEqual({
    wall_color: null,
    has_window: 0,
    end_ms: END_OF_TIME,
  });
});

it("types the columns by the fields", () => {
  expectTypeOf(room.row(HALL)).toEqualTypeOf<{
    id: string;
    wall_color: string | null;
    seat_count: number;
    has_window: number;
    view: string | null;
    furniture: string;
    note: string;
    nickname: string | null;
    end_ms: number;
  }>();
});

it("has no table with a missing or extra field, or with an unsuitable form", () => {
  const text = columnsOf<{ a: string }>();
  // @ts-expect-error: the field is missing
  text({});
  // @ts-expect-error: there is no such field
  text({ a: "plain", b: "plain" });
  // @ts-expect-error: text is no flag
  text({ a: "flag" });
  // @ts-expect-error: a boolean is one
  columnsOf<{ a: boolean }>()({ a: "plain" });
  // @ts-expect-error: a structure is JSON
  columnsOf<{ a: readonly string[] }>()({ a: "plain" });
});
