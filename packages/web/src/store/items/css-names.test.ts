import { SNART_COLOURS } from "@snart/calendar/jscalendar/snart-colours.ts";
import { expect, it } from "vitest";
import { calendarColours, nearestCalendarColour } from "./calendar-colour.ts";

it("gives each colour a name and a shade that read back as the same colour", () => {
  expect(calendarColours.map(({ id }) => id).toSorted()).toEqual(Object.keys(SNART_COLOURS).toSorted());
  for (const { id, hex } of calendarColours) {
    expect(nearestCalendarColour(SNART_COLOURS[id].css, "")).toBe(id);
    expect(SNART_COLOURS[id].hex).toBe(hex);
  }
});
