import { OWNER_RIGHTS } from "@snart/calendar/access/rights.ts";
import { expect, it } from "vitest";
import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import { moved } from "./moved.ts";

const calendar = (id: string, sortOrder: number): ManagedCalendar => ({
  accountId: "a",
  id,
  name: id,
  color: null,
  "snart:itemTypes": ["CalendarEvent", "Task"],
  "snart:isOfBookable": false,
  sortOrder,
  isVisible: true,
  isDefault: false,
  isMuted: false,
  ownerAddress: null,
  ownerFormerAddresses: [],
  timeZone: null,
  alertTimed: null,
  alertAllDay: null,
  description: null,
  isSubscribed: true,
  includeInAvailability: "all",
  defaultAlertsWithTime: null,
  defaultAlertsWithoutTime: null,
  shareWith: null,
  myRights: OWNER_RIGHTS,
  href: undefined,
});
const ids = (list: readonly ManagedCalendar[]): string => list.map(({ id }) => id).join("");

it("moves one and returns only the calendars whose position changes", () => {
  const abc = [calendar("a", 0), calendar("b", 1), calendar("c", 2)];
  expect(ids(moved(abc, 0, 2).calendars)).toBe("bca");
  expect(ids(moved(abc, 2, 1).calendars)).toBe("acb");
  expect(ids(moved(abc, 2, 1).changed)).toBe("cb");
  expect(moved(abc, 1, 1).changed).toEqual([]);
});

it("moves no further than the ends, and repairs equal positions", () => {
  const abc = [calendar("a", 0), calendar("b", 0), calendar("c", 0)];
  expect(ids(moved(abc, 0, -1).calendars)).toBe("abc");
  expect(ids(moved(abc, 0, 9).calendars)).toBe("bca");
  expect(ids(moved(abc, 0, 0).changed)).toBe("bc");
});
