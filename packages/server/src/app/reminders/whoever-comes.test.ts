import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { remind } from "../../jobs/reminder-loop.ts";
import { agendaWords, reminderWords } from "../../mail/reminder-words.ts";
import { firstCalendarOf, openTestApp, type TestApp, calendarOf } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { changeAccount } from "../accounts/change-account.ts";
import { handOverCalendar } from "../accounts/hand-over-calendar.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import type { Actor } from "../actor.ts";
import { listCalendars } from "../calendars/list-calendars.ts";
import { updateCalendar } from "../calendars/update-calendar.ts";
import { changeGroup, createGroup, restoreGroup } from "../groups/change-group.ts";
import { listNotifications } from "../notices/notifications.ts";
import { putObject } from "../write/put-object.ts";
import type { CalendarId, PrincipalId } from "../types.ts";
import type { Reminder } from "../outbox/reminder.ts";

const MINUTE = 60_000;
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "DESCRIPTION:Soon", "END:VALARM"];
let test: TestApp;
let admin: Actor;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  test = await openTestApp();
  [admin, elin, nils] = [await test.person("admin"), await test.person("elin"), await test.person("nils")];
  await test.app.storage.write((tx) => tx.principals.update(admin.principalId, { isAdmin: true }));
});
afterEach(() => test.close());

const look = (): Promise<void> =>
  remind({
    app: test.app,
    reminderWords: reminderWords("https://snart.example"),
    agendaWords: agendaWords("https://snart.example"),
    effects: new Map(),
    onError: (error) => {
      throw error;
    },
  });
const given = async (actor: Actor): Promise<readonly string[]> => {
  const list = await listNotifications(test.app, actor, actor.principalId, "Reminder");
  return list.ok ? list.value.list.map(({ payload }) => (payload as Reminder).title) : [];
};
/** An event that begins in half an hour, with an alarm in twenty minutes. */
const put = async (actor: Actor, calendarId: CalendarId, uid: string, alarm = ALARM): Promise<void> => {
  const at = new Date(test.clock.now() + 30 * MINUTE).toISOString().replace(/[-:]|\.\d+/g, "");
  const text = vevent(uid, `DTSTART:${at}`, "DURATION:PT1H", `SUMMARY:${uid}`, ...alarm);
  const stored = await putObject(
    test.app,
    actor,
    await calendarOf(test.app, calendarId),
    `${uid}.ics`,
    [...text, ""].join("\r\n"),
    {},
  );
  expect(stored).toMatchObject({ ok: true });
};
const done = async (task: Promise<{ readonly ok: boolean }>): Promise<void> => {
  expect(await task).toMatchObject({ ok: true });
};
const group = async (...members: Actor[]): Promise<{ id: PrincipalId; calendarId: CalendarId }> => {
  const map = new Map(members.map(({ principalId }) => [principalId, { isManager: true }] as const));
  const made = await createGroup(test.app, admin, "Styrelsen", map);
  if (!made.ok) throw new Error(made.problem.code);
  const calendars = await listCalendars(test.app, members[0] ?? admin);
  const found = calendars.ok && calendars.value.find(({ calendar }) => calendar.accountId === made.value);
  if (!found) throw new Error("the group has no calendar");
  return { id: made.value, calendarId: found.calendar.id };
};

describe("an existing event rings", () => {
  it("for a member of a group who has an alarm, not for the others, and no longer for a former one", async () => {
    const { id, calendarId } = await group(elin);
    await put(elin, calendarId, "Möte");
    await look();
    await done(
      changeGroup(test.app, elin, id, { members: new Map([[nils.principalId, { isManager: false }]]) }),
    );
    test.clock.advance(20 * MINUTE);
    await look();
    expect([await given(elin), await given(nils)]).toEqual([["Möte"], []]);
    await put(elin, calendarId, "Igen");
    await put(nils, calendarId, "Hans");
    await look();
    await done(changeGroup(test.app, elin, id, { members: new Map([[nils.principalId, null]]) }));
    test.clock.advance(20 * MINUTE);
    await look();
    expect([await given(elin), await given(nils)]).toEqual([["Igen", "Möte"], []]);
  });

  it("for a suspended person who is let in again, without alarms of the time between", async () => {
    const calendarId = await firstCalendarOf(test.app, elin);
    await put(elin, calendarId, "Missad");
    await look();
    const become = (status: "active" | "suspended") =>
      done(changeAccount(test.app, admin, elin.principalId, { status }));
    await become("suspended");
    test.clock.advance(21 * MINUTE);
    await look();
    await become("active");
    await put(elin, calendarId, "Nästa");
    await become("suspended");
    await look();
    await become("active");
    await look();
    test.clock.advance(20 * MINUTE);
    await look();
    expect(await given(elin)).toEqual(["Nästa"]);
  });

  it("for a restored group", async () => {
    const { id, calendarId } = await group(elin);
    await put(elin, calendarId, "Möte");
    await test.app.storage.write((tx) => tx.principals.update(id, { status: "deleted" }));
    await look();
    await done(restoreGroup(test.app, admin, id));
    test.clock.advance(20 * MINUTE);
    await look();
    expect(await given(elin)).toEqual(["Möte"]);
  });

  it("for the new owner of a calendar, and not for the former one", async () => {
    const calendarId = await firstCalendarOf(test.app, elin);
    await put(elin, calendarId, "Möte");
    await look();
    await done(createCalendar(test.app, elin, elin.principalId, { name: "Other" }));
    await done(handOverCalendar(test.app, elin, { calendarId, to: nils.principalId, keep: null }));
    test.clock.advance(20 * MINUTE);
    await look();
    expect([await given(elin), await given(nils)]).toEqual([[], ["Möte"]]);
  });

  it("for a sharee with an alarm of their own, as long as the calendar is shared", async () => {
    const calendarId = await firstCalendarOf(test.app, elin);
    const share = (level: "edit" | null) =>
      done(updateCalendar(test.app, elin, calendarId, { shares: new Map([[nils.principalId, level]]) }));
    await put(elin, calendarId, "Möte", []);
    await share("edit");
    await put(nils, calendarId, "Möte");
    await share(null);
    await look();
    await share("edit");
    test.clock.advance(20 * MINUTE);
    await look();
    expect([await given(elin), await given(nils)]).toEqual([[], ["Möte"]]);
  });
});
