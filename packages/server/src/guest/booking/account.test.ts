import { DAY } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mintActor, type Actor } from "../../app/actor.ts";
import { createAppPassword } from "../../app/sign-in/app-passwords.ts";
import type { BookingPage, PageBooking } from "../../app/types.ts";
import { eventType, HALF_HOUR, MONDAY_NINE, openPage } from "../../testing/booking/open-page.ts";
import { testClock, type TestClock } from "../../testing/clock.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../../testing/http-server.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { provedSession } from "../../testing/people/proved-session.ts";
import { bookingPage } from "./pages.ts";
import { instantText } from "./when.ts";

const PASSWORD = "hjortron-och-gran";
const ORIGIN = "https://example.org";
const TEXT = "Only for the choir.";

/** The hidden fields of the form of a page. */
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );

describe("a booking page for people with an account, below a path", () => {
  let server: TestServer;
  let clock: TestClock;
  let bo: Actor;
  let page: BookingPage;
  let path: string;
  beforeEach(async () => {
    clock = testClock();
    server = await startTestServer({
      env: { SNART_PUBLIC_URL: `${ORIGIN}/kalender`, SNART_TRUSTED_PROXIES: "127.0.0.1" },
      overrides: { now: clock.now },
    });
    const [elin, other] = [await person("elin"), await person("bo", "Bo <Ek>")];
    bo = other;
    page = await openPage(server.app, elin, eventType([elin.principalId]), {
      requiresAccount: true,
      description: { en: TEXT, sv: TEXT },
    });
    path = `/b/${page.slug}/talk/${instantText(MONDAY_NINE)}?lang=sv&zone=Asia%2FTokyo`;
  });
  afterEach(() => server.stop());

  async function person(login: string, displayName = login): Promise<Actor> {
    const { id } = await server.addUser(`${login}@example.com`, PASSWORD, { displayName });
    const proof = await provedSession(server.app, id);
    return mintActor({ principalId: id, login, isAdmin: false, via: "session", proof });
  }
  async function signIn(login: string): Promise<string> {
    const answer = await server.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN },
      body: JSON.stringify({ login: `${login}@example.com`, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    return cookieOf(answer);
  }
  const get = async (at: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await server.fetch(at, { headers });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const post = (
    at: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    server.fetch(at, {
      method: "POST",
      headers: { origin: ORIGIN, ...headers },
      body: new URLSearchParams(fields),
    });
  const bookings = (): Promise<readonly PageBooking[]> =>
    server.app.storage.read((tx) =>
      tx.pageBookings.ofPage(page.id, { start: 0, end: Number.MAX_SAFE_INTEGER }),
    );
  const FORM = {
    name: "Nora",
    mail: "nora@example.org",
    once: "0-mark",
    lang: "sv",
    length: "30",
    do: "book",
  };

  /** Shows what it is for, no time and no form, and how to sign in and come back. */
  function expectStranger(text: string, to: string): void {
    expect(text).toContain("<h1>Prata med Elin</h1>");
    expect(text).toContain(TEXT);
    expect(text).toContain("Bara den som har ett konto här kan boka");
    expect(text).not.toMatch(/<form|<table|data-holds|lediga? tid|\d\d:\d\d/);
    const [, href = ""] = /href="\/kalender(\/signin\?to=[^"]+)"/.exec(text) ?? [];
    expect(new URL(href, ORIGIN).searchParams.get("to")).toBe(to);
  }

  it("shows a stranger neither times nor a form, and the way to sign in and back to where they were", async () => {
    for (const at of [`/b/${page.slug}?lang=sv`, `/b/${page.slug}/talk?lang=sv&day=2026-11-23`, path])
      expectStranger(await get(at), at);
    // What no sign-in page could lead back to with all of it leads to the same time.
    const long = await get(`${path}&name=${"x".repeat(2_000)}`);
    expectStranger(long, path.split("?")[0] ?? "");
    expectStranger(await get(`${path}&email="><script>`), `${path}&email=%22%3E%3Cscript%3E`);
  });

  it("refuses what a stranger sends, keeps what they wrote, and goes on with it once they are signed in", async () => {
    for (const fields of [FORM, { ...FORM, do: "fill" }, { ...FORM, do: "look" }, { lang: "sv" }]) {
      const refused = await post(path, fields);
      expect(refused.status).toBe(403);
      const text = await refused.text();
      expect(text).toContain("Du är inte inloggad, så inget är bokat.");
      expect(text).not.toMatch(/data-holds|name="mail"/);
    }
    const written = { ...FORM, "answer-0": 'Piano <i>"' };
    const kept = await (await post(path, written)).text();
    expect(kept).toContain('name="answer-0" value="Piano &lt;i&gt;&quot;"');
    const again = await post(path, { ...hidden(kept), do: "look" }, { cookie: await signIn("bo") });
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('value="bo@example.com"');
    expect(await bookings()).toEqual([]);
  });

  it("takes name and mail from the account, whatever is sent, and lets the personal link move and cancel", async () => {
    const cookie = await signIn("bo");
    const form = await get(`${path}&name=Nora&email=nora@example.org`, { cookie });
    expect(form).toMatch(/<input name="name" [^>]*readonly value="Bo &lt;Ek&gt;"/);
    expect(form).toMatch(/<input name="mail" [^>]*readonly value="bo@example.com"/);
    clock.advance(5_000);
    const booked = await post(
      path,
      { ...hidden(form), ...FORM, once: hidden(form)["once"] ?? "" },
      { cookie },
    );
    expect(booked.status).toBe(303);
    expect(await bookings()).toMatchObject([{ name: "Bo <Ek>", mail: "bo@example.com", state: "confirmed" }]);
    const own = booked.headers.get("location")?.replace("/kalender", "") ?? "";
    expect(await get(own)).toContain("✓ Du är bokad");
    const to = instantText(MONDAY_NINE + 2 * HALF_HOUR);
    expect((await post(own, { do: "move", to, lang: "sv" })).status).toBe(303);
    expect((await post(own, { do: "cancel", lang: "sv" })).status).toBe(303);
    expect(await bookings()).toMatchObject([{ startsAt: MONDAY_NINE + 2 * HALF_HOUR, state: "cancelled" }]);
  });

  it("counts no password for calendar apps, no session that is over, nor one of a closed account", async () => {
    const made = await createAppPassword(server.app, bo, "Phone");
    if (!made.ok) throw new Error(made.problem.code);
    const cookie = await signIn("bo");
    const refused = async (headers: Record<string, string>): Promise<void> => {
      expectStranger(await get(path, headers), path);
      expect((await post(path, FORM, headers)).status).toBe(403);
    };
    await refused({ authorization: basic("bo@example.com", made.value.secret) });
    await refused({ authorization: basic("bo@example.com", PASSWORD) });
    await refused({ cookie: "snart_session=guessguessguessguessguess" });
    const suspend = (status: "active" | "suspended") =>
      server.app.storage.write((tx) => tx.principals.update(bo.principalId, { status }));
    await suspend("suspended");
    await refused({ cookie });
    await suspend("active");
    expect(await get(path, { cookie })).toContain("data-holds");
    clock.advance((server.app.limits.sessionDays + 1) * DAY);
    await refused({ cookie });
    expect(await bookings()).toEqual([]);
  });

  it("takes no form that another site sends with somebody's session", async () => {
    const cookie = await signIn("bo");
    for (const headers of [{ origin: "https://else.example" }, { "sec-fetch-site": "same-site" }]) {
      const sent = await post(path, FORM, { cookie, ...headers });
      expect(sent.status).toBe(403);
      expect(await sent.text()).not.toContain("<html");
    }
    expect(await bookings()).toEqual([]);
  });
});

describe("a booking by an account, where mail is sent", () => {
  let world: MailWorld;
  beforeEach(async () => {
    world = await openMailWorld();
  });
  afterEach(() => world.close());

  it("stands at once by the account's mail, and its form gives nobody else the link", async () => {
    const [elin, bo, nora] = [
      await world.person("elin"),
      await world.person("bo"),
      await world.person("nora"),
    ];
    const page = await openPage(world.app, elin, eventType([elin.principalId]), { requiresAccount: true });
    const at = { slug: page.slug, type: "talk", time: instantText(MONDAY_NINE) };
    const url = `https://snart.example/b/${at.slug}/${at.type}/${at.time}?lang=sv`;
    const shown = await bookingPage(world.app, new Request(url), at, "192.0.2.1", async () => bo);
    const kept = hidden(await shown.text());
    world.clock.advance(5_000);
    const send = (who: Actor): Promise<Response> => {
      const body = new URLSearchParams({ ...kept, do: "book" }).toString();
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
      };
      const request = new Request(url, { method: "POST", body, headers });
      return bookingPage(world.app, request, at, "192.0.2.1", async () => who);
    };
    const first = await send(bo);
    expect(first.headers.get("location")).toMatch(/^\/booking\//);
    expect((await send(bo)).headers.get("location")).toBe(first.headers.get("location"));
    expect((await send(nora)).headers.get("location")).toContain("/talk/sent");
    expect(await world.send()).toEqual([]);
    const mails = world.sink.mails.filter(({ to }) => to.includes("bo@example.com"));
    expect(mails.map(({ read }) => read.attachments.length > 0)).toEqual([true]);
  });
});
