import { firstProperty } from "../../icalendar/component.ts";
import { addDuration, parseDuration } from "../../time/duration.ts";
import { ianaZone } from "../../time/zone.ts";
import { localOf } from "../../time/calendar-time.ts";
import { readStart, startOf, timeOf, withShowWithoutTime, withTime } from "./event-times.ts";
import type { Converter } from "./converter.ts";
import { formatLocalDateTime } from "../date-time-text.ts";
import { withRaw } from "./edit-property.ts";
import { isAllDay, spokenTime, timeFrom } from "../item-time.ts";

/** DTSTART and DUE (or DURATION after DTSTART) of a VTODO; `due` is given in the zone of the start. */
export const taskTimes: Converter = {
  names: ["start", "due", "timeZone", "showWithoutTime"],
  read(component, zones) {
    const start = timeOf(component, "DTSTART", zones);
    const length = parseDuration(firstProperty(component, "DURATION")?.value ?? "");
    const due = timeOf(component, "DUE", zones) ?? (start && length && addDuration(start, length));
    if (!due) return start ? readStart(component, start) : {};
    const { start: dueText, ...dueFrame } = readStart(component, due);
    if (!start) return { ...dueFrame, due: dueText ?? "" };
    const zone = ianaZone(spokenTime(start).timeZone ?? "");
    const shown = zone ? formatLocalDateTime(localOf(due, zone)) : dueText;
    return { ...readStart(component, start), due: shown ?? "" };
  },
  write(component, item, zones) {
    const frame = { timeZone: item.timeZone ?? null, allDay: isAllDay(item) };
    const like = timeOf(component, "DUE", zones);
    const due = item.due === undefined ? undefined : timeFrom(item.due, frame, like);
    const started = withTime(component, "DTSTART", startOf(component, item, zones), zones);
    // DUE and DURATION exclude each other (RFC 5545 §3.6.2).
    return withShowWithoutTime(withTime(withRaw(started, "DURATION", undefined), "DUE", due, zones), item);
  },
};
