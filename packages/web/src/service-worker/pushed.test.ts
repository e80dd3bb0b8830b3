import { expect, it } from "vitest";
import { calledBy, readPushed, verifying } from "./pushed.ts";

const alarm = {
  "@type": "CalendarAlert",
  calendarEventId: "e1",
  title: "Tandläkare",
  body: "mån 23 nov, 13:00–13:45",
  snooze: "Igen om 10 minuter",
  dismiss: "Stäng",
  reminderId: "r1",
  personId: "p1",
};

it("reads alarms that say what they are about, and the server's question", () => {
  expect(readPushed(alarm)).toMatchObject({ kind: "alarm", alarm: { title: "Tandläkare", itemId: "e1" } });
  expect(
    readPushed({ "@type": "PushVerification", pushSubscriptionId: "s1", verificationCode: "c" }),
  ).toEqual({
    kind: "verification",
    id: "s1",
    code: "c",
  });
  const notice = { "@type": "snart:Notice", title: "Elin invited you", body: "", path: "/event/e1" };
  expect(readPushed(notice)).toEqual({
    kind: "notice",
    title: "Elin invited you",
    body: "",
    path: "/event/e1",
  });
  for (const path of ["https://else.example/", "//else.example", "/\\else.example", 5])
    expect(readPushed({ ...notice, path })).toMatchObject({ path: "/" });
  for (const other of [null, 5, "x", [], {}, { "@type": "StateChange" }, { ...alarm, title: undefined }])
    expect(readPushed(other)).toBeUndefined();
});

it("asks the server for what an action means, and for nothing when the event is opened", () => {
  const pushed = readPushed(alarm);
  if (pushed?.kind !== "alarm") throw new Error("no alarm");
  expect(calledBy("dismiss", pushed.alarm, 0)).toEqual([
    "Reminder/set",
    { accountId: "p1", destroy: ["r1"] },
  ]);
  expect(calledBy("snooze", pushed.alarm, Date.UTC(2026, 10, 23, 12, 50))).toEqual([
    "Reminder/set",
    { accountId: "p1", update: { r1: { snoozedUntil: "2026-11-23T13:00:00Z" } } },
  ]);
  expect(calledBy("", pushed.alarm, 0)).toBeUndefined();
  expect(verifying("s1", "c")[1]).toEqual({ update: { s1: { verificationCode: "c" } } });
});
