import { OWNER_RIGHTS, rightsOf } from "@snart/calendar/access/rights.ts";
import { expect, it } from "vitest";
import type { CalendarOwner, ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import { defaultCalendarOf } from "./default-calendar.ts";

const calendar = (id: string, isDefault: boolean, myRights = OWNER_RIGHTS): ManagedCalendar =>
  ({
    id,
    name: id,
    isDefault,
    myRights,
    "snart:itemTypes": ["CalendarEvent", "Task"],
  }) as unknown as ManagedCalendar;
const owner = (isPersonal: boolean, ...calendars: ManagedCalendar[]): CalendarOwner =>
  ({ accountId: String(isPersonal), name: "", isPersonal, calendars }) as unknown as CalendarOwner;
const owners = [
  owner(true, calendar("work", false), calendar("home", true), {
    ...calendar("list", false),
    "snart:itemTypes": ["Task"],
  }),
  owner(false, calendar("family", true), calendar("seen", false, rightsOf("read"))),
];

it.each([
  [undefined, "home"],
  [null, "home"],
  ["work", "work"],
  ["family", "family"],
  ["seen", "home"],
  ["list", "home"],
  ["gone", "home"],
])("is one calendar alone: where %s is chosen, %s", (chosen, id) => {
  expect(defaultCalendarOf(owners, chosen)).toBe(id);
});
