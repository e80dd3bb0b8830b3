import { expect, it } from "vitest";
import type { NewsItem } from "../../api/items/news-api.ts";
import { gathered } from "./gathered.ts";

const news = (at: number, fields: Partial<NewsItem> = {}): NewsItem => ({
  id: `n${at}`,
  accountId: "a",
  type: "CalendarEventNotification",
  what: "updated",
  by: "Elin",
  title: `Event ${at}`,
  eventId: `e${at}`,
  calendarId: "boats",
  proposalId: null,
  at,
  ...fields,
});
const brief = (list: readonly NewsItem[]) =>
  gathered(list).map(({ items, what }) => `${what} ${items.map(({ id }) => id).join(",")}`);

it("makes one line of much that one person did in one calendar, where its newest stands", () => {
  const list = [news(5), news(4), news(3, { by: "Karin" }), news(2), news(1, { calendarId: "home" })];
  expect(brief(list)).toEqual(["updated n5,n4,n2", "updated n3", "updated n1"]);
});

it("says that they were changed where it was not the same to each", () => {
  expect(brief([news(3), news(2, { what: "created" }), news(1)])).toEqual(["changed n3,n2,n1"]);
  expect(brief([3, 2, 1].map((at) => news(at, { what: "destroyed" })))).toEqual(["destroyed n3,n2,n1"]);
});

it("leaves few notifications, answers, and those without a calendar ungrouped", () => {
  expect(brief([news(2), news(1)])).toEqual(["updated n2", "updated n1"]);
  expect(brief([3, 2, 1].map((at) => news(at, { what: "accepted" })))).toHaveLength(3);
  expect(brief([3, 2, 1].map((at) => news(at, { what: "shared", calendarId: null })))).toHaveLength(3);
  expect(brief([])).toEqual([]);
});

it("takes calendars of two accounts for two, whatever their ids", () => {
  const both = [4, 3, 2, 1].map((at) => news(at, { accountId: at % 2 ? "a" : "b" }));
  expect(brief(both)).toHaveLength(4);
});
