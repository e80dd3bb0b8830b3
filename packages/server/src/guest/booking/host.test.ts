import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { schedulingActor, type Actor } from "../../app/actor.ts";
import { bookStart } from "../../app/booking-pages/book-start.ts";
import {
  cancelGuestBooking,
  confirmGuestBooking,
  moveGuestBooking,
} from "../../app/booking-pages/change-guest-booking.ts";
import { guestToken, hostToken } from "../../app/booking-pages/tokens.ts";
import type { Principal } from "../../app/types.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../testing/booking/open-page.ts";
import { testClock, type TestClock } from "../../testing/clock.ts";
import { mailsTo } from "../../testing/meeting/by-mail.ts";
import { openSite, PASSWORD, type Site } from "../../testing/meeting/site.ts";
import { until } from "../../testing/until.ts";

// A host answers a request from the mail about it: the mail comes to a real mail server, and each link is followed as a browser does that is
// signed in nowhere.

let site: Site;
let clock: TestClock;
beforeEach(async () => {
  clock = testClock();
  site = await openSite("snart.example", clock);
});
afterEach(() => site.close());

const HOST = "elin@snart.example";
const GUEST = "bo@example.org";
const SWEDISH = {
  language: "sv",
  subject: /^Ett samtal, mån 23 nov\S*,? 09:00–09:30$/,
  said: "Bo Ek (bo@example.org) ber om en tid med dig.",
  labels: ["Godkänn", "Avböj", "Öppna i Snart"],
} as const;
const ENGLISH = {
  language: "en-GB",
  subject: /^A talk, Mon 23 Nov,? 09:00–09:30$/,
  said: "Bo Ek (bo@example.org) asks for a time with you.",
  labels: ["Accept", "Decline", "Open in Snart"],
} as const;

/** A guest asks for a time, and has proved their address. @returns the guest's link, and what tells of the booking */
async function asked(
  { language }: { readonly language: "sv" | "en-GB" } = SWEDISH,
  fields: Partial<EventType> = {},
) {
  const host = await site.server.addUser(HOST, PASSWORD, { displayName: "Elin" });
  const { app } = site.server;
  await app.storage.write((tx) =>
    tx.principals.update(host.id, { preferences: { language, timeZone: "Europe/Stockholm" } }),
  );
  const elin: Actor = schedulingActor(host);
  const questions = [{ kind: "text", label: { en: "Why?", sv: "Varför?" }, required: true }] as const;
  const page = await openPage(app, elin, eventType([host.id], { approval: true, questions, ...fields }));
  const found = await pageFor(app, page);
  const [type] = found.types;
  if (!type) throw new Error("nothing can be booked there");
  const form = guestForm({ mail: GUEST, answers: ["Ett bygglov"] });
  const done = await bookStart(app, found, type, form, "192.0.2.1");
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  const { id } = done.value.booking;
  const { token } = await guestToken(app, id);
  expect((await confirmGuestBooking(app, token)).ok).toBe(true);
  return { id, token, host, stateOf: () => app.storage.read(async (tx) => tx.pageBookings.byId(id)) };
}

/** The newest mail of so many to somebody, in both its forms. */
async function mailTo(whom: string, count = 1) {
  await until(() => mailsTo(site, whom).length >= count);
  const mail = mailsTo(site, whom).at(-1)?.read;
  const text = mail?.text ?? "";
  const html = mail?.html ?? "";
  const links = [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g)].map(([, url = "", label = ""]) => ({
    url: url.replaceAll("&amp;", "&"),
    label,
  }));
  for (const { url, label } of links) expect(text).toContain(`${label}: ${url}`);
  return { subject: mail?.subject ?? "", text, html, links };
}

const guestHeard = (text: string): boolean =>
  mailsTo(site, GUEST).some(({ read }) => read.text?.includes(text));

async function linkOf(answer: "accept" | "decline", count = 1): Promise<string> {
  const { links } = await mailTo(HOST, count);
  const url = links.map((link) => link.url).find((each) => each.includes(`answer=${answer}`));
  if (url === undefined) throw new Error("no such link");
  return url.slice("https://snart.example".length);
}

/** Opens a page, and what it sends when one of its buttons is pressed. */
async function opened(path: string) {
  const response = await site.server.fetch(path);
  const page = await response.text();
  const form = (button: string, fields: Record<string, string> = {}): Promise<Response> => {
    const shown = [...page.matchAll(/<form method="post">([^]*?)<\/form>/g)].map(([, inside = ""]) => inside);
    const inside = shown.find((each) => each.includes(`value="${button}"`));
    if (inside === undefined) throw new Error(`no button ${button}`);
    const hidden = [...inside.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const all = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
    return site.server.fetch(path.split("?")[0] ?? "", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...all, ...fields, do: button }).toString(),
    });
  };
  return { status: response.status, page, press: form };
}

async function shownAfter(response: Response): Promise<string> {
  expect(response.status).toBe(303);
  return (await site.server.fetch(response.headers.get("location") ?? "")).text();
}

describe("the mail about a request", () => {
  it.each([SWEDISH, ENGLISH])("has two buttons and a neutral subject in $language", async (words) => {
    await asked(words);
    const { subject, text, html, links } = await mailTo(HOST);
    expect(subject).toMatch(words.subject);
    expect(subject).not.toContain("Bo");
    for (const form of [text, html]) {
      expect(form).toContain(words.said);
      expect(form).toContain("Ett bygglov");
    }
    expect(links.map(({ label }) => label)).toEqual(words.labels);
    // A page for each answer, in the host's language.
    for (const { url } of links.slice(0, 2)) expect(url).toContain(`lang=${words.language}`);
  });

  it("changes nothing when a scanner follows all its links, by GET and by HEAD", async () => {
    const { stateOf } = await asked();
    const before = await stateOf();
    expect(before?.state).toBe("requested");
    const { links } = await mailTo(HOST);
    for (const method of ["HEAD", "GET", "GET"])
      for (const { url } of links.slice(0, 2)) {
        const response = await site.server.fetch(url.slice("https://snart.example".length), { method });
        expect(response.status).toBe(200);
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
    expect(await stateOf()).toEqual(before);
    expect(guestHeard("Du är bokad.")).toBe(false);
  });

  it("accepts by one press, and the used link says so", async () => {
    const { stateOf } = await asked();
    const path = await linkOf("accept");
    const { page, press } = await opened(path);
    expect(page).toContain("Bo Ek ber om en tid med dig.");
    expect(page).toContain("Ett bygglov");
    expect(await shownAfter(await press("accept"))).toContain("Bo Ek är bokad");
    expect((await stateOf())?.state).toBe("confirmed");
    await until(() => guestHeard("Du är bokad."));
    // Both links are used up, and say no more of the guest than that.
    for (const used of [path, await linkOf("decline")]) {
      const again = await opened(used);
      expect(again.status).toBe(200);
      expect(again.page).toContain("Det finns inget kvar att svara på.");
      expect(again.page).not.toMatch(/<form|bygglov|bo@example/);
    }
    // A page that stood open says the same.
    expect(await shownAfter(await press("decline", { reason: "Nej" }))).toContain("Bo Ek är bokad");
    expect((await stateOf())?.state).toBe("confirmed");
    expect(mailsTo(site, HOST)).toHaveLength(1);
  });

  it("declines with a reason, which the guest reads", async () => {
    const { stateOf } = await asked(ENGLISH);
    const { press } = await opened(await linkOf("decline"));
    const shown = await shownAfter(await press("decline", { reason: "I am away" }));
    expect(shown).toContain("The request has been declined or withdrawn");
    expect((await stateOf())?.state).toBe("cancelled");
    await until(() => guestHeard("I am away"));
  });

  it("leads to the new time once the guest has moved, and answers no other than was seen", async () => {
    const { stateOf, token } = await asked();
    const stale = await opened(await linkOf("accept"));
    const to = { start: MONDAY_NINE + 2 * HALF_HOUR, length: HALF_HOUR };
    expect((await moveGuestBooking(site.server.app, token, to)).ok).toBe(true);
    const refused = await stale.press("accept");
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Bo Ek har flyttat sin förfrågan till en annan tid");
    expect((await stateOf())?.state).toBe("requested");
    const { page, press } = await opened(await linkOf("accept", 2));
    expect(page).toContain("10:00–10:30");
    await shownAfter(await press("accept"));
    expect(await stateOf()).toMatchObject({ state: "confirmed", startsAt: to.start });
  });

  it("says kindly what has become of a request that is withdrawn, or that nobody answered in time", async () => {
    const { token, stateOf } = await asked();
    const path = await linkOf("accept");
    const { press } = await opened(path);
    clock.advance(49 * 3_600_000);
    expect((await opened(path)).page).toContain("Ingen svarade i tid");
    expect(await shownAfter(await press("accept"))).toContain("Ingen svarade i tid");
    expect((await stateOf())?.state).toBe("requested");
    await cancelGuestBooking(site.server.app, token, "");
    expect((await opened(path)).status).toBe(200);
  });

  it("lets nobody in with another's link, a forged one, or an account that is suspended", async () => {
    const { id, host, stateOf, token } = await asked();
    const { app } = site.server;
    const stranger: Principal = await site.server.addUser("nils@snart.example", PASSWORD);
    const right = await hostToken(app, id, host.id);
    const forged = `${right.slice(0, -1)}${right.endsWith("A") ? "B" : "A"}`;
    const paths = [await hostToken(app, id, stranger.id), forged, token].map(
      (each) => `/booking/${each}/answer`,
    );
    await app.storage.write((tx) => tx.principals.update(host.id, { status: "suspended" }));
    for (const path of [...paths, `/booking/${right}/answer`]) {
      expect((await opened(path)).status).toBe(404);
      const body = new URLSearchParams({ do: "accept", moves: "0" }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect((await site.server.fetch(path, { method: "POST", headers, body })).status).toBe(404);
    }
    // Nor does a host's link open the guest's page.
    expect((await opened(`/booking/${right}`)).status).toBe(404);
    expect((await stateOf())?.state).toBe("requested");
  });
});
