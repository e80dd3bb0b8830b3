import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { updateBookingPage } from "../../app/booking-pages/booking-pages.ts";
import type { PrincipalId } from "../../app/types.ts";
import { eventType, MONDAY_NINE, openPage } from "../../testing/booking/open-page.ts";
import { guestHtml } from "../../testing/booking/guest-html.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { instantText } from "./when.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const html = (slug: string, query?: string): Promise<string> => guestHtml(world.app, slug, query);

/** Says by VAVAILABILITY that somebody is away, as other apps do. */
async function isAway(id: PrincipalId, from: number, to: number): Promise<void> {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VAVAILABILITY",
    "UID:away",
    "DTSTAMP:20261101T000000Z",
    `DTSTART:${instantText(from)}`,
    `DTEND:${instantText(to)}`,
    "SUMMARY:Skiing",
    "END:VAVAILABILITY",
    "END:VCALENDAR",
    "",
  ];
  await world.app.storage.write((tx) => tx.principals.setAvailability(id, lines.join("\r\n")));
}

describe("from when times can be had again", () => {
  it("goes on to the month after an absence, and says when its first time is and how soon", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]));
    await isAway(elin.principalId, MONDAY_NINE - 3 * DAY, Date.parse("2026-12-14T00:00:00Z"));
    const text = await html(page.slug);
    expect(text).toContain('<h2 id="month">december 2026</h2>');
    expect(text).toContain(
      '<p class="first later">Första lediga tid: måndag 14 december, 09:00 <i>om 24 dagar</i></p>',
    );
    // A month without any time leads to it.
    const november = await html(page.slug, "lang=sv&month=2026-11");
    expect(november).toContain("Det finns inga lediga tider den här månaden.");
    expect(november).toMatch(
      /day=2026-12-14#times">Första lediga tid: måndag 14 december, 09:00<\/a> <i>om 24 dagar/,
    );
    expect(text + november).not.toMatch(/skiing|away|borta/i);
  });

  it("says it of an absence that lasts longer than anybody can book ahead, and leads nowhere", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]));
    await isAway(elin.principalId, MONDAY_NINE - 3 * DAY, Date.parse("2027-04-12T00:00:00Z"));
    expect(await html(page.slug)).toContain(
      '<p class="again">Det finns tider igen från måndag 12 april 2027. <i>om ungefär fem månader</i></p>',
    );
  });

  it("says the same of a host who is busy as of one who is away", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]));
    const [from, to] = [MONDAY_NINE - 3 * DAY, Date.parse("2027-04-12T00:00:00Z")];
    await isAway(elin.principalId, from, to);
    const away = await html(page.slug);
    await world.app.storage.write((tx) => tx.principals.setAvailability(elin.principalId, undefined));
    const lines = ["BEGIN:VEVENT", "UID:busy", "DTSTAMP:20261101T000000Z", `DTSTART:${instantText(from)}`];
    const event = [...lines, `DTEND:${instantText(to)}`, "SUMMARY:Skiing", "END:VEVENT"];
    const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...event, "END:VCALENDAR", ""];
    await world.put(elin, "busy.ics", text.join("\r\n"));
    expect(away).toContain("igen från måndag 12 april 2027");
    expect(await html(page.slug)).toBe(away);
  });

  it("says of a page that is paused until a moment how soon that is, and which day has times", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]), {
      state: "paused",
      pausedUntil: MONDAY_NINE + 7 * DAY + 12 * HOUR,
    });
    const text = await html(page.slug);
    expect(text).toContain("Inga tider kan bokas före måndag 30 november 2026, 21:00. <i>om tio dagar</i>");
    expect(text).toContain("Det finns tider igen från tisdag 1 december 2026.");
    expect(text).not.toContain(`href="/b/${page.slug}/talk/2026`);
    await updateBookingPage(world.app, elin, page.id, { pausedUntil: null });
    expect(await html(page.slug)).not.toContain("igen från");
    await updateBookingPage(world.app, elin, page.id, { pausedUntil: Date.parse("9999-12-31T00:00:00Z") });
    expect(await html(page.slug)).not.toContain("igen från");
  });
});
