import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { versionsOf } from "../app/history/versions.ts";
import { createPublicLink } from "../app/feeds/public-links.ts";
import { publicFeed } from "../app/feeds/public-feed.ts";
import { readSignUp } from "../app/sign-up/read-sign-up.ts";
import { changeSignUpLink } from "../app/sign-up/change-sign-up-link.ts";
import { remindSilent } from "../app/sign-up/remind-silent.ts";
import type { SignUpReference } from "../app/sign-up/sign-up-spot.ts";
import type { Actor } from "../app/actor.ts";
import type { ObjectId } from "../app/types.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { vevent } from "../testing/test-jmap.ts";
import { signUp } from "./sign-up.ts";

let world: MailWorld;
let elin: Actor;
let at: SignUpReference;
let token: string;

const EVENT = [
  "DTSTART;TZID=Europe/Stockholm:20261201T180000",
  "DURATION:PT2H",
  "SUMMARY:Bakdag <b>",
  "X-SNART-SIGN-UP:TRUE",
];

async function open(...lines: readonly string[]): Promise<void> {
  await world.put(elin, "a.ics", [...vevent("a", ...EVENT, ...lines), ""].join("\r\n"));
  const calendarId = await firstCalendarOf(world.app, elin);
  const stored = await world.app.storage.read((tx) => tx.objects.byUri(calendarId, "a.ics"));
  at = { objectId: stored?.id ?? ("" as ObjectId), recurrenceId: undefined };
  token = (await link(true)) ?? "";
}
async function link(isOn: boolean): Promise<string | null> {
  const done = await changeSignUpLink(world.app, elin, elin.principalId, at, { isOn, isFormer: false });
  if (!done.ok) throw new Error(done.problem.code);
  return done.value.token;
}
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  await open("X-SNART-CAPACITY:2");
});
afterEach(() => world.close());

const HERE = "192.0.2.1";
const ask = (which = token, language = "en"): Promise<Response> => {
  const headers = { "accept-language": language };
  return signUp(world.app, new Request(`https://snart.example/signup/${which}`, { headers }), which, HERE);
};
let sent = 0;
const send = (form: Readonly<Record<string, string>>, which = token, network = HERE): Promise<Response> => {
  const body = new URLSearchParams({ do: "join", people: "1", once: `once${sent++}`, ...form }).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
  };
  const request = new Request(`https://snart.example/signup/${which}`, { method: "POST", body, headers });
  return signUp(world.app, request, which, network);
};
const ownOf = (response: Response): string =>
  /^\/signup\/(o\.[\w.-]+)\?/.exec(response.headers.get("location") ?? "")?.[1] ?? "";
const list = async () => {
  const read = await readSignUp(world.app, elin, elin.principalId, at);
  return read.ok ? (read.value.list ?? []) : [];
};
const said = async () => (await list()).map(({ name, place, people }) => `${name} ${place} ${people}`);

describe("the page to sign up on without an account", () => {
  it("shows the event in the reader's language, runs nothing, and changes nothing by being viewed", async () => {
    const before = await world.text(elin, "a.ics");
    const response = await ask();
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain("Bakdag &lt;b&gt;");
    expect(html).toContain("Tuesday 1 December 2026, 18:00–20:00, week 49");
    expect(html).toContain("0 of 2 taken");
    expect(html).not.toMatch(/<script|<b>|elin@/);
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(await (await ask(token, "sv")).text()).toContain("Anmäl mig");
    expect(await world.text(elin, "a.ics")).toBe(before);
  });

  it("says how soon first, the zone once, and whose page it is in both languages", async () => {
    await open("X-SNART-CLOSES:-PT1H");
    const html = await (await ask()).text();
    expect(html).toMatch(/<dd><i>in [^<]+<\/i>Tuesday 1 December 2026, 18:00–20:00/);
    expect(html).toMatch(/<dd><i>in [^<]+<\/i>Tuesday 1 December 2026, 17:00<\/dd>/);
    expect(html.match(/Europe\/Stockholm/g)).toHaveLength(1);
    expect(html).toMatch(/<a lang="sv" hreflang="sv" href="[^"]+lang=sv">Svenska<\/a>/);
    const swedish = await (await ask(token, "sv")).text();
    expect(swedish).toMatch(/<dd><i>om [^<]+<\/i>tisdag 1 december 2026/i);
    expect(swedish).toContain('<b lang="sv">Svenska</b>');
  });

  it("signs people up, lets each change and leave on a page of their own, and shows no address to anybody", async () => {
    const anna = ownOf(await send({ name: "Anna Åsberg", mail: "anna@elsewhere.example", people: "2" }));
    const bo = ownOf(await send({ name: "Bo", note: "Kommer sent" }));
    expect(await said()).toEqual(["Anna Åsberg placed 2", "Bo waiting 1"]);
    const page = await (await ask(anna)).text();
    expect(page).toContain("You have 2 places.");
    expect(await (await ask(bo)).text()).toContain("You are number 1 on the waiting list.");
    for (const which of [token, bo]) expect(await (await ask(which)).text()).not.toContain("anna@elsewhere");
    expect(await (await ask(token)).text()).not.toContain("Kommer sent");
    await send({ name: "Anna", mail: "anna@elsewhere.example", people: "1" }, anna);
    expect(await said()).toEqual(["Anna placed 1", "Bo placed 1"]);
    await send({ do: "leave" }, anna);
    expect(await said()).toEqual(["Anna none 1", "Bo placed 1"]);
    expect(await (await ask(anna)).text()).toContain("You are not signed up.");
    expect((await list())[0]?.mail).toBe("anna@elsewhere.example");
  });

  it("counts a repeated submission once, and restores nobody by a replay", async () => {
    const form = { name: "Anna", once: "samma" };
    const [first, second] = [await send(form), await send(form)];
    expect(ownOf(first)).toBe(ownOf(second));
    await Promise.all([send(form), send(form), send(form)]);
    expect(await said()).toEqual(["Anna placed 1"]);
    await send({ do: "leave" }, ownOf(first));
    await send(form);
    expect(await said()).toEqual(["Anna none 1"]);
  });

  it.each([
    ["another signature", (good: string) => `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`],
    ["another kind", (good: string) => good.replace(/^j/, "o")],
    ["another event", (good: string) => good.replace(/^j\.[^.]+/, "j.0199aaaa-0000-7000-8000-000000000999")],
    ["nothing", () => "x"],
    ["too much", (good: string) => good + "A".repeat(10_000)],
  ])("gives the same answer to a link with %s, a revoked link, and a deleted event", async (_, forge) => {
    const answers = [await ask(forge(token)), await send({ name: "Anna" }, forge(token))];
    await link(false);
    answers.push(await ask(), await send({ name: "Anna" }));
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const bare = pages.map((html) => html.replace(/\/signup\/[^?"]*/g, ""));
    expect(new Set(bare).size).toBe(1);
    expect(pages.join()).not.toContain("Bakdag");
    expect(await list()).toEqual([]);
  });

  it("keeps the places and personal links of people who came through a revoked link", async () => {
    const anna = ownOf(await send({ name: "Anna" }));
    await link(false);
    expect((await ask(anna)).status).toBe(200);
    await send({ do: "leave" }, anna);
    expect(await said()).toEqual(["Anna none 1"]);
  });

  it.each([
    ["no name", { name: " \u0007\u202e " }, "Write your name"],
    ["a name that is too long", { name: "å".repeat(201) }, "Write your name"],
    ["a wrong address", { name: "A", mail: "a@b@c" }, "not an email address"],
    [
      "an address with a line end",
      { name: "A", mail: "a@b.example\r\nBcc: x@y.example" },
      "not an email address",
    ],
    ["too many", { name: "A", people: "21" }, "from 1 to 20"],
    ["no number", { name: "A", people: "1e3" }, "from 1 to 20"],
    ["a note that is too long", { name: "A", note: "x".repeat(1_001) }, "shorter note"],
  ])("refuses %s, names the problem and keeps the input", async (_, form, words) => {
    const response = await send(form);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(words);
    expect(await list()).toEqual([]);
  });

  it("accepts no body larger than a form, and no form of another type", async () => {
    const huge = await send({ name: "A", note: "x".repeat(20_000) });
    expect(huge.status).toBe(404);
    const body = '{"do":"join","name":"A"}';
    const headers = { "content-type": "application/json", "content-length": String(body.length) };
    const request = new Request("https://snart.example/signup/x", { method: "POST", body, headers });
    expect((await signUp(world.app, request, token, HERE)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it("escapes names: no extra lines, columns or markup", async () => {
    const name = 'Anna";X-SNART-WAITING=1:mailto:x\r\nATTENDEE:mailto:y <img src=x>';
    const own = ownOf(await send({ name }));
    expect((await world.text(elin, "a.ics")).match(/^ATTENDEE/gm)).toHaveLength(1);
    expect((await list())[0]).toMatchObject({
      name: 'Anna";X-SNART-WAITING=1:mailto:x ATTENDEE:mailto:y <img src=x>',
      place: "placed",
    });
    expect(await (await ask(own)).text()).not.toContain("<img");
  });

  it("is slowed down for one address that answers over and over, and for no other", async () => {
    const limit = world.app.limits.guestAnswers;
    for (let n = 0; n < limit; n++) await send({ name: "Anna", once: "samma" });
    const refused = await send({ name: "Bo" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
    expect((await send({ name: "Cia" }, token, "198.51.100.1")).status).toBe(303);
    expect(await said()).toEqual(["Anna placed 1", "Cia placed 1"]);
  });

  it("is limited by its list: ten thousand people can't sign up", async () => {
    const limit = 12;
    const app = { ...world.app, limits: { ...world.app.limits, participantsPerEvent: limit } };
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) {
      const body = new URLSearchParams({ do: "join", people: "1", name: `P${n}`, once: `${n}` }).toString();
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
      };
      const request = new Request("https://snart.example/signup/x", { method: "POST", body, headers });
      statuses.push((await signUp(app, request, token, `192.0.2.${n}`)).status);
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 422)).toHaveLength(20 - limit);
    expect(await list()).toHaveLength(limit);
  });

  it("says when it is closed, over or cancelled, and offers nothing then", async () => {
    const html = async (which = token) => (await ask(which)).text();
    const own = ownOf(await send({ name: "Anna" }));
    world.clock.advance(Date.UTC(2026, 11, 1, 17, 30) - world.app.now());
    expect(await html()).toContain("Sign-up is closed.");
    expect(await html()).not.toContain("<form");
    expect(await html(own)).toContain("Leave");
    world.clock.advance(Date.UTC(2026, 11, 2) - world.app.now());
    expect(await html(own)).toContain("This is over.");
    expect(await html(own)).not.toContain("<form");
    expect((await send({ do: "leave" }, own)).status).toBe(422);
    expect(await said()).toEqual(["Anna placed 1"]);
  });
});

it("leaves people who signed up out of a published calendar", async () => {
  await send({ name: "Anna", mail: "anna@elsewhere.example", note: "hemligt" });
  const calendarId = await firstCalendarOf(world.app, elin);
  const fields = { label: "Alla", detail: "full", mayEmbed: false, expiresAt: null } as const;
  const made = await createPublicLink(world.app, elin, calendarId, fields);
  const feed = made.ok ? await publicFeed(world.app, made.value.token) : made;
  if (!feed.ok) throw new Error(feed.problem.code);
  const text = (await Array.fromAsync(feed.value.text)).join("");
  expect(text).toContain("SUMMARY:Bakdag");
  expect(text).not.toMatch(/Anna|anna@|hemligt|SIGN-UP-LINK/);
});

describe("mail about places", () => {
  const mails = () => world.sink.mails.map(({ to, read }) => [to.join(), read.subject]);

  it("notifies people who signed up, who wait and who then get a place, each once, with their own link", async () => {
    const anna = ownOf(await send({ name: "Anna", mail: "anna@elsewhere.example", people: "2" }));
    await send({ name: "Bo", mail: "bo@elsewhere.example", lang: "sv" });
    // The notices first, then the mail that they become.
    await world.send();
    await world.send();
    expect(mails()).toEqual([
      ["anna@elsewhere.example", "You are signed up: Bakdag <b>"],
      ["bo@elsewhere.example", "Du står på väntelistan: Bakdag <b>"],
    ]);
    expect(world.sink.mails[0]?.read.text).toContain(`https://snart.example/signup/${anna}`);
    await send({ do: "leave" }, anna);
    await world.send();
    await world.send();
    expect(mails().slice(2)).toEqual([["bo@elsewhere.example", "Du har en plats: Bakdag <b>"]]);
    expect(world.sink.mails.map(({ read }) => read.text).join()).not.toMatch(/Bo.*anna@/);
  });

  it("sends nothing that is no longer true at that time", async () => {
    const anna = ownOf(await send({ name: "Anna", mail: "anna@elsewhere.example" }));
    await send({ do: "leave" }, anna);
    expect(await world.send()).toEqual([]);
    expect(mails()).toEqual([]);
  });

  it("reminds people who have not answered: those without an account get the invitation again, the others a notice", async () => {
    const nils = await world.person("nils");
    await open(
      "ORGANIZER:mailto:elin@example.com",
      "ATTENDEE:mailto:nils@example.com",
      "ATTENDEE:mailto:asa@elsewhere.example",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:bo@elsewhere.example",
    );
    await world.send();
    const before = world.sink.mails.length;
    world.clock.advance(60_000);
    const done = await remindSilent(world.app, elin, elin.principalId, at);
    expect(done.ok).toBe(true);
    await world.send();
    await world.send();
    const told = mails().slice(before);
    expect(new Set(told.map(([to]) => to))).toEqual(new Set(["asa@elsewhere.example", "nils@example.com"]));
    expect(told).toHaveLength(2);
    expect(told).toContainEqual(["nils@example.com", "Will you come? Bakdag <b>"]);
    const cards = await world.app.storage.read((tx) =>
      tx.notifications.list(
        { accountId: nils.principalId, recipientId: nils.principalId, type: "Reminder" },
        10,
      ),
    );
    expect(cards).toMatchObject([{ payload: { title: "Will you come? Bakdag <b>" } }]);
  });
});

describe("the history of sign-ups", () => {
  const by = async () => {
    const read = await versionsOf(world.app, elin, elin.principalId, at.objectId);
    return read.ok ? read.value.map(({ via, client }) => [via, client]).slice(0, 1) : [];
  };

  it("names people who signed up by the link, and not only the calendar's owner", async () => {
    await send({ name: "Åsa  Berg" });
    expect(await by()).toEqual([["scheduling", "Åsa Berg"]]);
  });

  it("names nobody if only the organizer sees who comes", async () => {
    await world.put(
      elin,
      "a.ics",
      [...vevent("a", ...EVENT, "JSPROP;JSPTR=hideAttendees:true"), ""].join("\r\n"),
    );
    token = (await link(true)) ?? "";
    await send({ name: "Bo" });
    expect((await list()).map(({ name }) => name)).toEqual(["Bo"]);
    expect(await by()).toEqual([["scheduling", undefined]]);
  });
});
