import { describe, expect, it } from "vitest";
import { alarmsOf } from "../alarms/alarms-of.ts";
import { makeComponent, makeProperty } from "../icalendar/component.ts";
import { alarmsOfAlerts } from "./default-alarms.ts";

const event = (...properties: readonly (readonly [string, string])[]) =>
  makeComponent("VEVENT", [
    ...properties.map(([name, value]) => makeProperty(name, value)),
    makeProperty("JSPROP", "true", { JSPTR: "useDefaultAlerts" }),
  ]);

describe("default alerts as alarms", () => {
  it("ring for events that ask for them, by their kind", () => {
    const defaults = {
      withTime: alarmsOfAlerts({
        a: { trigger: { "@type": "OffsetTrigger", offset: "-PT15M" } },
        b: { trigger: { "@type": "OffsetTrigger", offset: "PT0S", relativeTo: "end" }, action: "email" },
        c: { trigger: { "@type": "AbsoluteTrigger", when: "2026-11-23T10:00:00Z" } },
      }),
      withoutTime: alarmsOfAlerts(null),
    };
    const timed = alarmsOf(event(["DTSTART", "20261123T100000Z"]), defaults);
    expect(timed.map(({ times }) => times.trigger)).toMatchObject([
      { kind: "relative", to: "start", offset: { sign: -1, minutes: 15 } },
      { kind: "relative", to: "end" },
    ]);
    expect(alarmsOf(event(["DTSTART", "20261123"]), defaults)).toEqual([]);
  });
});
