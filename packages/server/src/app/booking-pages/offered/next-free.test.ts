import { DAY } from "@snart/calendar/time/instant.ts";
import { expect, it } from "vitest";
import { eventType, MONDAY_NINE, openPage, pageFor, STOCKHOLM } from "../../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../../testing/test-app.ts";
import { vevent } from "../../../testing/test-jmap.ts";
import type { Actor } from "../../actor.ts";
import type { BookingPage } from "../../types.ts";
import { putObject } from "../../write/put-object.ts";
import { nextFree } from "./next-free.ts";

async function put({ app }: TestApp, actor: Actor, uid: string, ...lines: string[]): Promise<void> {
  const place = ownCalendar(actor, await firstCalendarOf(app, actor));
  const text = [...vevent(uid, ...lines), ""].join("\r\n");
  const done = await putObject(app, actor, place, `${uid}.ics`, text, {});
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}
async function next({ app }: TestApp, page: BookingPage) {
  const [asked] = (await pageFor(app, page)).types;
  return asked && (await nextFree(app, asked, undefined, STOCKHOLM, []));
}

it("finds a time behind a year of which more is known than one answer tells", async () => {
  // One busy time each day: more in a year than are told at once, fewer in some weeks.
  const test = await openTestApp({ limits: { occurrencesPerQuery: 100 } });
  try {
    const elin = await test.person("elin");
    const page = await openPage(test.app, elin, eventType([elin.principalId]));
    await put(test, elin, "daily", "DTSTART:20261101T080000Z", "DURATION:PT15M", "RRULE:FREQ=DAILY");
    await put(test, elin, "away", "DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20270412");
    // At nine that morning the host is busy; the clocks have changed, and it is seven in UTC.
    expect(await next(test, page)).toEqual({ start: Date.parse("2027-04-12T07:00:00Z"), isBookable: false });
    await put(test, elin, "away", "DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20301231");
    expect(await next(test, page)).toBeUndefined();
    await put(test, elin, "away", "DTSTART:20261101T080000Z", "DURATION:PT1H");
    expect(await next(test, page)).toEqual({
      start: MONDAY_NINE - 3 * DAY + 4.5 * 3_600_000,
      isBookable: true,
    });
  } finally {
    await test.close();
  }
});
