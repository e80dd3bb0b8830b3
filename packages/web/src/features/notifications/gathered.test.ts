import { expect, it } from "vitest";
import type { ListedNotification } from "../../api/items/notifications-api.ts";
import { gathered } from "./gathered.ts";

const notification = (at: number, fields: Partial<ListedNotification> = {}): ListedNotification => ({
  id: `n${at}`,
  accountId: "a",
  type: "CalendarEventNotification",
  what: "updated",
  by: "Elin",
  title: `Event ${at}`,
  eventId: `e${at}`,
  calendarId: "boats",
  proposalId: null,
  comment: null,
  at,
  ...fields,
});
const brief = (list: readonly ListedNotification[]) =>
  gathered(list).map(({ items, what }) => `${what} ${items.map(({ id }) => id).join(",")}`);

it("makes one line of much that one person did in one calendar, where its newest stands", () => {
  const list = [
    notification(5),
    notification(4),
    notification(3, { by: "Karin" }),
    notification(2),
    notification(1, { calendarId: "home" }),
  ];
  expect(brief(list)).toEqual(["updated n5,n4,n2", "updated n3", "updated n1"]);
});

it("says that they were changed where it was not the same to each", () => {
  expect(brief([notification(3), notification(2, { what: "created" }), notification(1)])).toEqual([
    "changed n3,n2,n1",
  ]);
  expect(brief([3, 2, 1].map((at) => notification(at, { what: "destroyed" })))).toEqual([
    "destroyed n3,n2,n1",
  ]);
});

it("leaves few notifications, answers, and those without a calendar ungrouped", () => {
  expect(brief([notification(2), notification(1)])).toEqual(["updated n2", "updated n1"]);
  expect(brief([3, 2, 1].map((at) => notification(at, { what: "accepted" })))).toHaveLength(3);
  expect(brief([3, 2, 1].map((at) => notification(at, { what: "shared", calendarId: null })))).toHaveLength(
    3,
  );
  expect(brief([])).toEqual([]);
});

it("takes calendars of two accounts for two, whatever their ids", () => {
  const both = [4, 3, 2, 1].map((at) => notification(at, { accountId: at % 2 ? "a" : "b" }));
  expect(brief(both)).toHaveLength(4);
});
