import { expect, it } from "vitest";
import { calendarColours, nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { cssNames } from "./colour-names.ts";

it("gives each colour a name that reads back as the same colour", () => {
  for (const { id } of calendarColours) expect(nearestCalendarColour(cssNames[id], "")).toBe(id);
});
