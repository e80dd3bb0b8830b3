import { describe, expect, it } from "vitest";
import { parseICalendar } from "../icalendar/parse.ts";
import { makeComponent, makeProperty, type Component } from "../icalendar/component.ts";
import { alarmsOf, type DefaultAlarms } from "./alarms-of.ts";

function componentOf(name: string, lines: string): Component {
  const body = lines.trim().split("\n").join("\r\n");
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\r\nBEGIN:${name}\r\n${body}\r\nEND:${name}\r\nEND:VCALENDAR\r\n`,
  );
  const found = parsed.ok ? parsed.value.calendar.components[0] : undefined;
  return found ?? expect.fail("not read");
}
const alarm = (lines: string) => `BEGIN:VALARM\n${lines}\nEND:VALARM`;
const ASKS = "JSPROP;JSPTR=useDefaultAlerts:true";
const valarm = (trigger: string): Component => makeComponent("VALARM", [makeProperty("TRIGGER", trigger)]);
const defaults: DefaultAlarms = {
  withTime: [valarm("-PT30M"), valarm("20261123T100000Z")],
  withoutTime: [valarm("PT9H")],
};
const triggers = (component: Component, given?: DefaultAlarms) =>
  alarmsOf(component, given).map(
    ({ component: found }) => found.properties.find((p) => p.name === "TRIGGER")?.value,
  );

describe("the alarms of an event", () => {
  it("are its own, or the calendar's for its kind if it asks for those", () => {
    const timed = "DTSTART:20261123T100000Z";
    expect(triggers(componentOf("VEVENT", `${timed}\n${ASKS}`), defaults)).toEqual(["-PT30M"]);
    expect(triggers(componentOf("VEVENT", `DTSTART;VALUE=DATE:20261123\n${ASKS}`), defaults)).toEqual([
      "PT9H",
    ]);
    expect(triggers(componentOf("VTODO", `DUE;VALUE=DATE:20261123\n${ASKS}`), defaults)).toEqual(["PT9H"]);
    const own = alarm("TRIGGER:-PT5M");
    expect(triggers(componentOf("VEVENT", `${timed}\n${ASKS}\n${own}`), defaults)).toEqual(["-PT30M"]);
    expect(triggers(componentOf("VEVENT", `${timed}\n${own}`), defaults)).toEqual(["-PT5M"]);
    expect(triggers(componentOf("VEVENT", timed), defaults)).toEqual([]);
    expect(triggers(componentOf("VEVENT", `${timed}\n${ASKS}`))).toEqual([]);
  });
  it("stay silent where the event acknowledges a default alarm, and ring again when it is snoozed", () => {
    const named = makeComponent("VALARM", [makeProperty("JSID", "d"), makeProperty("TRIGGER", "-PT30M")]);
    const note = alarm("JSID:d\nTRIGGER:-PT30M\nACKNOWLEDGED:20261123T093000Z");
    const later = alarm("UID:s\nTRIGGER;VALUE=DATE-TIME:20261123T094500Z\nRELATED-TO;RELTYPE=PARENT:d");
    const stray = alarm("UID:t\nTRIGGER:-PT1M\nRELATED-TO;RELTYPE=PARENT:elsewhere");
    const event = componentOf("VEVENT", ["DTSTART:20261123T100000Z", ASKS, note, later, stray].join("\n"));
    const alarms = alarmsOf(event, { withTime: [named], withoutTime: [] });
    expect(alarms.map(({ times }) => times.trigger.kind)).toEqual(["relative", "absolute"]);
    expect(alarms[0]?.acknowledged).toBe(Date.UTC(2026, 10, 23, 9, 30));
    expect(alarms[1]).toMatchObject({ snoozes: "d" });
    expect(alarms[1]?.acknowledged).toBeUndefined();
  });
  it("can be none at all, not even the default, as Apple writes it", () => {
    const none = alarm("X-APPLE-DEFAULT-ALARM:TRUE\nACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z");
    const event = componentOf("VEVENT", `DTSTART:20261123T100000Z\n${ASKS}\n${none}`);
    expect(triggers(event, defaults)).toEqual([]);
  });
  it.each<[string, string, string]>([
    ["a cancelled event", "VEVENT", "DTSTART:20261123T100000Z\nSTATUS:CANCELLED"],
    ["a task that is done", "VTODO", "DUE:20261123T100000Z\nSTATUS:COMPLETED"],
    ["a task with a time it was done at", "VTODO", "DUE:20261123T100000Z\nCOMPLETED:20261120T100000Z"],
  ])("are none for %s", (_, type, lines) => {
    const component = componentOf(type, `${lines}\n${alarm("TRIGGER:-PT5M")}`);
    expect(alarmsOf(component)).toEqual([]);
    expect(alarmsOf(componentOf(type, `${lines}\n${ASKS}`), defaults)).toEqual([]);
  });
  it.each<[string, string]>([
    ["at a place", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z\nPROXIMITY:ARRIVE"],
    ["without a trigger", "ACTION:DISPLAY"],
    ["with a floating moment", "TRIGGER;VALUE=DATE-TIME:20261123T100000"],
    ["years away", "TRIGGER:-P9999W"],
    ["absurdly far away", "TRIGGER:P999999999D"],
  ])("leave out one %s", (_, lines) => {
    expect(alarmsOf(componentOf("VEVENT", `DTSTART:20261123T100000Z\n${alarm(lines)}`))).toEqual([]);
  });
  it("are limited in number and in repetitions", () => {
    const many = Array.from({ length: 500 }, () => alarm("TRIGGER:-PT5M\nREPEAT:999999\nDURATION:P100D"));
    const found = alarmsOf(componentOf("VEVENT", `DTSTART:20261123T100000Z\n${many.join("\n")}`));
    expect(found.length).toBe(50);
    expect(found[0]?.times.repeats).toBe(4);
  });
  it("know up to when they were acknowledged, also by Thunderbird, and through the alarm that they snooze", () => {
    const acknowledged = (lines: string) =>
      alarmsOf(componentOf("VEVENT", lines)).map((one) =>
        one.acknowledged === undefined ? undefined : new Date(one.acknowledged).toISOString().slice(8, 16),
      );
    expect(acknowledged(alarm("TRIGGER:-PT5M\nACKNOWLEDGED:20261123T095500Z"))).toEqual(["23T09:55"]);
    expect(acknowledged(`X-MOZ-LASTACK:20261122T000000Z\n${alarm("TRIGGER:-PT5M")}`)).toEqual(["22T00:00"]);
    expect(acknowledged(alarm("TRIGGER:-PT5M\nACKNOWLEDGED:never"))).toEqual([undefined]);
    const original = alarm("UID:a\nTRIGGER:-PT5M\nACKNOWLEDGED:20261123T100000Z");
    const snooze = "TRIGGER;VALUE=DATE-TIME:20261123T101000Z\nRELATED-TO;RELTYPE=SNOOZE:a";
    expect(acknowledged(`${original}\n${alarm(snooze)}`)).toEqual(["23T10:00", "23T10:00"]);
    expect(acknowledged(`${original}\n${alarm(`${snooze}\nACKNOWLEDGED:20261123T101000Z`)}`)).toEqual([
      "23T10:00",
      "23T10:10",
    ]);
  });
});
