import { HOUR } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { createBookingLink } from "../../app/booking-pages/booking-links.ts";
import { updateBookingPage } from "../../app/booking-pages/booking-pages.ts";
import { eventType, MONDAY_NINE, openPage } from "../../testing/booking/open-page.ts";
import { guestHtml } from "../../testing/booking/guest-html.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { bookingPage } from "./pages.ts";
import { instantText } from "./when.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const html = (slug: string, query?: string): Promise<string> => guestHtml(world.app, slug, query);
const LINK = { name: "One", typeId: null, narrowing: {}, uses: null, until: null };

describe("what search engines may list", () => {
  const isListed = (text: string): boolean => !text.includes('<meta name="robots" content="noindex">');

  it("is nothing until the owner says so, and then the page alone, never what a guest or a link asks for", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]));
    expect(isListed(await html(page.slug))).toBe(false);
    await updateBookingPage(world.app, elin, page.id, { isListed: true });
    expect(isListed(await html(page.slug))).toBe(true);
    expect(isListed(await html(page.slug, "lang=sv&link=guess"))).toBe(false);
    expect(isListed(await html(page.slug, "lang=sv&name=Bo+Ek"))).toBe(false);
    expect(isListed(await html(page.slug, "month=2026-12"))).toBe(false);
    const form = `https://snart.example/b/${page.slug}/talk/${instantText(MONDAY_NINE)}`;
    const at = { slug: page.slug, type: "talk", time: instantText(MONDAY_NINE) };
    const shown = await bookingPage(world.app, new Request(form), at, "192.0.2.1");
    expect(shown.status).toBe(200);
    expect(isListed(await shown.text())).toBe(false);
    const none = { slug: page.slug, type: "none" };
    const missing = await bookingPage(world.app, new Request(form), none, "192.0.2.1");
    expect([missing.status, isListed(await missing.text())]).toEqual([404, false]);
  });

  it("is no page that is for links alone, whatever its owner said before", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]), { isListed: true });
    await updateBookingPage(world.app, elin, page.id, { isPublic: false });
    const made = await createBookingLink(world.app, elin, page.id, LINK);
    if (!made.ok) throw new Error("no link");
    const text = await html(page.slug, `lang=sv&link=${made.value.token}`);
    expect(text).toContain("Lediga tider");
    expect(isListed(text)).toBe(false);
  });
});

describe("a secret link that has ended", () => {
  it("opens nothing, neither the page nor a form that was open, and says so kindly", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId]), { isPublic: false });
    const until = world.app.now() + HOUR;
    const made = await createBookingLink(world.app, elin, page.id, { ...LINK, until });
    if (!made.ok) throw new Error("no link");
    const { token } = made.value;
    const time = instantText(MONDAY_NINE);
    const form = (method: string, body?: string): Promise<Response> => {
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body?.length ?? 0),
      };
      const url = `https://snart.example/b/${page.slug}/talk/${time}?link=${token}&lang=sv`;
      const request = new Request(url, body === undefined ? { method } : { method, headers, body });
      return bookingPage(world.app, request, { slug: page.slug, type: "talk", time }, "192.0.2.1");
    };
    const opened = await (await form("GET")).text();
    const once = /name="once" value="([^"]+)"/.exec(opened)?.[1] ?? "";
    expect(once).not.toBe("");
    world.clock.advance(HOUR);
    const gone = await form("GET");
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain("Antingen är den stängd, eller så används länken inte längre");
    const sent = new URLSearchParams({
      once,
      link: token,
      lang: "sv",
      length: "30",
      zone: "Europe/Stockholm",
      name: "Bo Ek",
      mail: "bo@example.org",
      do: "book",
    });
    expect((await form("POST", sent.toString())).status).toBe(404);
    expect(await world.send()).toEqual([]);
    expect(world.sink.mails).toEqual([]);
    expect(await html(page.slug, `lang=sv&link=${token}`)).toContain("Sidan går inte att öppna");
  });
});
