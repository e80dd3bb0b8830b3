import { expect, it } from "vitest";
import type { ShownOccurrence } from "./occurrences.ts";
import { makesBusy, takesTime } from "./takes-time.ts";

const me = "elin@example.com";
const event = (more: object) => ({ "@type": "Event", start: "2026-11-23T10:00:00", ...more }) as never;
const answered = (participationStatus: string) =>
  event({ participants: { me: { calendarAddress: `mailto:${me}`, participationStatus } } });

it.each([
  ["an event", event({}), true],
  ["an event that counts as free", event({ freeBusyStatus: "free" }), false],
  ["a cancelled event", event({ status: "cancelled" }), false],
  ["an accepted invitation", answered("accepted"), true],
  ["an unanswered invitation", answered("needs-action"), true],
  ["a declined invitation", answered("declined"), false],
  ["a task", event({ "@type": "Task" }), false],
])("knows whether %s makes the viewer busy", (_, it, expected) => {
  expect(makesBusy(it, me)).toBe(expected);
});

it("takes no hours for whole days, or for a moment", () => {
  const of = (allDay: boolean, end: number) =>
    takesTime({ event: event({}), allDay, start: 0, end } as unknown as ShownOccurrence, me);
  expect([of(false, 60), of(true, 60), of(false, 0)]).toEqual([true, false, false]);
});
