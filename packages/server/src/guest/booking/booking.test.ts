import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { updateBookingPage } from "../../app/booking-pages/booking-pages.ts";
import type { BookingPage } from "../../app/types.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { changeType, eventType, HALF_HOUR, MONDAY_NINE, openPage } from "../../testing/booking/open-page.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { ownBooking } from "./own.ts";
import { bookingPage } from "./pages.ts";
import { instantText } from "./when.ts";

let world: MailWorld;
let app: App;
let elin: Actor;
let page: BookingPage;
beforeEach(async () => {
  world = await openMailWorld();
  app = world.app;
  elin = await world.person("elin");
  page = await openPage(app, elin, eventType([elin.principalId], { change: { cancelUntil: "PT2H" } }), {
    title: { en: "Talk <b>", sv: "Prata <b>" },
  });
});
afterEach(() => world.close());

const ORIGIN = "https://snart.example";

/** What a browser without scripts does: asks for a page, or sends a form that it was shown. */
async function ask(path: string, form?: Record<string, string>): Promise<Response> {
  const url = new URL(path, ORIGIN);
  const body = form && new URLSearchParams(form).toString();
  const request = new Request(url, {
    ...(body !== undefined && {
      method: "POST",
      body,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
      },
    }),
  });
  const [, kind = "", one = "", two, three] = url.pathname.split("/");
  return kind === "booking"
    ? ownBooking(app, request, one, two)
    : bookingPage(app, request, { slug: one, type: two, time: three }, "192.0.2.1");
}
const html = async (path: string): Promise<string> => (await ask(path)).text();

/** The hidden fields of the form of a page. */
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
const timePath = (start = MONDAY_NINE): string => `/b/${page.slug}/talk/${instantText(start)}?lang=sv`;
async function fillIn(fields: Record<string, string> = {}, start = MONDAY_NINE): Promise<Response> {
  const kept = hidden(await html(timePath(start)));
  world.clock.advance(5_000);
  return ask(timePath(start), { ...kept, name: "Bo Ek", mail: "bo@example.org", do: "book", ...fields });
}
const guestMails = () => world.sink.mails.filter(({ to }) => to.includes("bo@example.org"));
async function linkInMail(): Promise<string> {
  expect(await world.send()).toEqual([]);
  const [, path = ""] =
    /https:\/\/snart\.example(\/booking\/[^\s?]+)/.exec(guestMails().at(-1)?.read.text ?? "") ?? [];
  return path;
}

describe("a booking page without scripts", () => {
  it("shows a month in which each day says how many free times it has, and the times of the first", async () => {
    const text = await html(`/b/${page.slug}?lang=sv`);
    expect(text).toContain("<h1>Prata &lt;b&gt;</h1>");
    expect(text).not.toContain("<b>");
    expect(text).toContain('aria-label="måndag 23 november, 16 lediga tider"');
    expect(text).toMatch(/Lediga tider fredag 20 november/);
    expect(text).toMatch(/14:00 <i>om ungefär en timme<\/i>/);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text.match(/<script[^>]*>/g)).toEqual([`<script type="module" src="/guest/booking.js">`]);
    expect(text).not.toMatch(/https?:\/\/(?!www\.w3)/);
  });

  it("goes on from an address that it had, with type, time, day, language and link", async () => {
    const { slug } = page;
    const done = await updateBookingPage(app, elin, page.id, { slug: "elin-ny" });
    expect(done).toMatchObject({ ok: true, value: { slug: "elin-ny" } });
    const time = instantText(MONDAY_NINE);
    for (const rest of [
      "",
      "/talk",
      `/talk/${time}?lang=sv&zone=Asia/Tokyo`,
      "/talk?lang=sv&day=2026-11-24",
    ]) {
      const went = await ask(`/b/${slug}${rest}`);
      expect(went.status).toBe(302);
      expect(went.headers.get("location")).toBe(`/b/elin-ny${rest}`);
      expect(went.headers.get("cache-control")).toBe("no-store");
      expect((await ask(went.headers.get("location") ?? "")).status).toBe(200);
    }
    // A form that was open meanwhile is taken at the address at which it was opened.
    const kept = hidden(await html(`/b/elin-ny/talk/${time}?lang=sv`));
    world.clock.advance(5_000);
    const form = { ...kept, name: "Bo Ek", mail: "bo@example.org", do: "book" };
    expect((await ask(`/b/${slug}/talk/${time}?lang=sv`, form)).status).toBe(303);
    // Nobody finds a page by its former address who would not find it by its own.
    await updateBookingPage(app, elin, page.id, { isPublic: false });
    expect((await ask(`/b/${slug}`)).status).toBe(404);
  });

  it("fills its form in with what the address says, and books nothing by it", async () => {
    const given = "lang=sv&date=2026-11-24&name=Bo+%22Ek%22&email=bo%40example.org";
    const month = await html(`/b/${page.slug}?${given}`);
    expect(month).toContain("Lediga tider tisdag 24 november");
    const [, to = ""] = /href="(\/b\/[^"]+\/talk\/2026[^"]+)"/.exec(month) ?? [];
    const form = await html(to.replaceAll("&amp;", "&"));
    expect(form).toContain('value="Bo &quot;Ek&quot;"');
    expect(form).toContain('value="bo@example.org"');
    expect(guestMails()).toEqual([]);
  });

  it("lets a guest choose how many in a row, and shows the starts that have so many", async () => {
    const row = await openPage(app, elin, eventType([elin.principalId], { inRow: 3 }));
    const text = await html(`/b/${row.slug}/talk?lang=sv&day=2026-11-23`);
    expect(text).toContain("<h2>Hur många i rad?</h2>");
    expect(text).toContain("<li><b>1 (30 min)</b></li>");
    const [, to = ""] = /href="([^"]+)">3 \(90 min\)/.exec(text) ?? [];
    const three = await html(`${to.replaceAll("&amp;", "&")}&day=2026-11-23`);
    expect(three).toContain("måndag 23 november, 14 lediga tider");
    expect(three).not.toMatch(/>16:00 <i>/);
    const [, form = ""] = /href="([^"]+20261123T143000Z[^"]+)"/.exec(three) ?? [];
    expect(await html(form.replaceAll("&amp;", "&"))).toContain("15:30–17:00");
  });

  it("shows both zones where they differ", async () => {
    const text = await html(`/b/${page.slug}/talk?lang=en-GB&zone=America/New_York&day=2026-11-23`);
    expect(text).toContain("03:00 <i>in 3 days</i><small>09:00 in Stockholm, where elin is</small>");
    const own = await html(`/b/${page.slug}/talk?lang=en-GB&zone=Europe/Berlin&day=2026-11-23`);
    expect(own).not.toContain("<small>09:00");
  });

  it("asks nothing else to be loaded, and is framed only where its owner allows that", async () => {
    const policy = (await ask(`/b/${page.slug}`)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const framed = await openPage(app, elin, eventType([elin.principalId]), {
      embedOrigins: ["https://example.org"],
    });
    const other = (await ask(`/b/${framed.slug}`)).headers.get("content-security-policy") ?? "";
    expect(other).toContain("frame-ancestors https://example.org;");
  });

  it.each([
    ["/b/nobody"],
    ["/b/nobody/talk"],
    ["/b/PAGE/none"],
    ["/b/PAGE/talk/soon"],
    ["/b/PAGE/talk/20261332T080000Z"],
    ["/b/PAGE?link=guess"],
    ["/booking/forged.token"],
  ])("says of %s that it can't be opened", async (path) => {
    expect((await ask(path.replace("PAGE", page.slug))).status).toBe(404);
  });

  it.each([
    ["month=9999-99"],
    ["month=0000-01"],
    ["day=2026-02-31"],
    ["zone=Mars"],
    ["length=9999"],
    ["lang=xx"],
  ])("is shown also when it is asked with %s", async (query) => {
    expect((await ask(`/b/${page.slug}?${query}`)).status).toBe(200);
  });

  it("keeps what was written beside every field that is wrong", async () => {
    const answer = await fillIn({ name: "", mail: "bo" });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain("Skriv ditt namn.");
    expect(text).toContain('value="bo" aria-invalid="true" aria-describedby="mail-wrong"');
  });

  it("takes nothing from what no person can have filled in", async () => {
    expect((await fillIn({ website: "https://spam.example" })).status).toBe(422);
    const kept = hidden(await html(timePath()));
    const answer = await ask(timePath(), { ...kept, name: "Bo", mail: "bo@example.org", do: "book" });
    expect(answer.status).toBe(422);
    expect(await world.send()).toEqual([]);
    expect(world.sink.mails).toEqual([]);
  });

  it("books by mail: hold, link, confirmation, move and cancel, each with its message", async () => {
    const held = await fillIn();
    expect(held.status).toBe(303);
    expect(held.headers.get("location")).toContain(`/b/${page.slug}/talk/sent`);
    expect(await html(held.headers.get("location") ?? "")).toContain("Titta i din e-post");
    const link = await linkInMail();
    expect(guestMails()).toHaveLength(1);
    // Programs that scan mail open every link.
    for (let n = 0; n < 3; n++) expect(await html(link)).toContain("Bekräfta din bokning");
    const confirmed = await ask(link, { do: "confirm" });
    expect(confirmed.headers.get("location")).toContain(link);
    const text = await html(`${link}?lang=sv`);
    expect(text).toContain("✓ Du är bokad");
    expect(text).toContain("<i>om tre dagar</i>måndag 23 november 2026, 09:00–09:30 (Stockholm)");
    expect(await world.send()).toEqual([]);
    const invitation = guestMails().at(-1);
    expect(invitation?.read.subject).toMatch(/^Ett samtal – elin, mån 23 nov/);
    expect(methodIn(invitation)).toBe("REQUEST");
    const to = MONDAY_NINE + 4 * HALF_HOUR;
    expect((await ask(link, { do: "move", to: instantText(to), lang: "sv" })).status).toBe(303);
    expect(await html(`${link}?lang=sv`)).toContain("11:00–11:30");
    await world.send();
    expect(objectIn(guestMails().at(-1))?.uid).toBe(objectIn(invitation)?.uid);
    expect((await ask(link, { do: "cancel", reason: "Sjuk", lang: "sv" })).status).toBe(303);
    await world.send();
    expect(methodIn(guestMails().at(-1))).toBe("CANCEL");
    expect(guestMails()).toHaveLength(4);
    const hosts = world.sink.mails.filter(({ to: those }) => those.includes("elin@example.com"));
    expect(hosts).toHaveLength(3);
    await world.send();
    expect(guestMails()).toHaveLength(4);
  });

  it("gives the loser the nearest times, with what they wrote", async () => {
    await fillIn();
    const second = await fillIn({ name: "Nora <i>", mail: "nora@example.org" });
    expect(second.status).toBe(409);
    const text = await second.text();
    expect(text).toContain("Tiden togs alldeles nyss.");
    expect(text).toContain('value="Nora &lt;i&gt;"');
    const [, path = ""] =
      /<form method="post" action="([^"]+)"><input type="hidden" name="lang"/.exec(text) ?? [];
    const kept = { ...hidden(text), name: "Nora", mail: "nora@example.org", lang: "sv" };
    const next = await ask(path, { ...kept, do: "look" });
    const form = await next.text();
    expect(form).toContain('value="Nora"');
    world.clock.advance(5_000);
    const booked = await ask(path, { ...hidden(form), name: "Nora", mail: "nora@example.org", do: "book" });
    expect(booked.status).toBe(303);
  });

  it("shows guests of one time each other only where the page says so, and says it before they book", async () => {
    const { outside: _, ...silent } = app;
    app = silent;
    const book = async (seats: Partial<EventType>) => {
      const shared = await openPage(app, elin, eventType([elin.principalId], { seats: 3, ...seats }));
      const own: string[] = [];
      for (const name of ["Bo <Ek>", "Nora"]) {
        const path = `/b/${shared.slug}/talk/${instantText(MONDAY_NINE + (seats.showsGuests ? 0 : HALF_HOUR))}?lang=sv`;
        const form = await html(path);
        expect(form.includes("Andra som bokar samma tid ser ditt namn")).toBe(seats.showsGuests === true);
        world.clock.advance(5_000);
        const kept = { ...hidden(form), name, mail: `${own.length}@example.org`, do: "book" };
        own.push((await ask(path, kept)).headers.get("location") ?? "");
      }
      return own;
    };
    const [bo = "", nora = ""] = await book({ showsGuests: true });
    expect(await html(bo)).toContain("<dt>Andra gäster</dt><dd>Nora</dd>");
    expect(await html(nora)).toContain("<dd>Bo &lt;Ek&gt;</dd>");
    expect(await html(nora)).not.toContain("0@example.org");
    await ask(bo, { do: "cancel" });
    for (const path of [bo, nora]) expect(await html(path)).not.toContain("Andra gäster");
    const [one = "", two = ""] = await book({});
    for (const path of [one, two]) expect(await html(path)).not.toMatch(/Andra gäster|Bo &lt;Ek|Nora/);
  });

  it("shows nobody whose form did not say so, though the page shows guests by now", async () => {
    const { outside: _, ...silent } = app;
    app = silent;
    const seats = eventType([elin.principalId], { seats: 3 });
    const shared = await openPage(app, elin, seats);
    const path = `/b/${shared.slug}/talk/${instantText(MONDAY_NINE)}?lang=sv`;
    const sends = async (form: Record<string, string>, name: string): Promise<string> => {
      const filled = { ...form, name, mail: `${name}@example.org`, do: "book" };
      return (await ask(path, filled)).headers.get("location") ?? "";
    };
    const [early, late] = [hidden(await html(path)), hidden(await html(path))];
    world.clock.advance(5_000);
    await sends(early, "Bosse");
    await changeType(app, elin, shared, { ...seats, showsGuests: true });
    // This form was open when the owner changed their mind.
    await sends(late, "Nora");
    const told = hidden(await html(path));
    world.clock.advance(5_000);
    const own = await sends(told, "Ida");
    expect(await html(own)).toContain("✓ Du är bokad");
    expect(await html(own)).not.toMatch(/Andra gäster|Bosse|Nora/);
  });

  it("works without mail, and says so", async () => {
    const { outside: _, ...silent } = app;
    app = silent;
    const form = await html(timePath());
    expect(form).toContain("Den här servern kan inte skicka e-post");
    // Nor does the form promise any.
    expect(form).not.toContain("Du får ett mejl");
    const booked = await fillIn();
    const own = booked.headers.get("location") ?? "";
    expect(own).toMatch(/^\/booking\//);
    expect(await html(own)).toContain("✓ Du är bokad");
    const file = await ask(`${own.split("?")[0] ?? ""}/booking.ics`);
    expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const read = parseICalendar(await file.text());
    expect(read.ok && readCalendarObject(read.value.calendar).ok).toBe(true);
  });
});

type SunkMail = MailWorld["sink"]["mails"][number];
function icsOf(mail: SunkMail | undefined): string {
  const file = mail?.read.attachments.find(({ mimeType }) => mimeType === "text/calendar");
  const { content = "" } = file ?? {};
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}
const methodIn = (mail: SunkMail | undefined): string | undefined => /METHOD:(\w+)/.exec(icsOf(mail))?.[1];
function objectIn(mail: SunkMail | undefined) {
  const read = parseICalendar(icsOf(mail));
  const object = read.ok ? readCalendarObject(read.value.calendar) : undefined;
  return object?.ok ? object.value : undefined;
}
