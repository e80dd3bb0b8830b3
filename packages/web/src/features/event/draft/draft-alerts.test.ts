import { describe, expect, it } from "vitest";
import type { Alert } from "@snart/calendar/jscalendar/types.ts";
import { changedAlerts, remindersOf } from "./draft-alerts.ts";

const alert = (offset: string, relativeTo?: "start" | "end"): Alert => ({
  "@type": "Alert",
  trigger: { "@type": "OffsetTrigger", offset, ...(relativeTo && { relativeTo }) },
  action: "display",
});

describe("reminders", () => {
  it("of a task count from when it is due, those of an event from its start", () => {
    const alerts = { a: alert("-PT30M", "end"), b: alert("-PT1H"), c: alert("-PT5M", "end") };
    expect(remindersOf({ alerts }, "end")).toEqual([30, 5]);
    expect(remindersOf({ alerts })).toEqual([60]);
  });

  it("are changed beside those of another kind, which stay", () => {
    const alerts = { "1": alert("-PT1H"), a: alert("-PT30M", "end") };
    expect(changedAlerts({ alerts }, [30, 5], "end")).toEqual({ ...alerts, "2": alert("-PT5M", "end") });
    expect(changedAlerts({ alerts: { a: alert("PT0S", "end") } }, [], "end")).toBeNull();
  });
});
