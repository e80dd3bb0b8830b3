import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { deleteObject } from "../app/write/delete-object.ts";
import { calendarText } from "../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { firstCalendarOf, ownCalendar } from "../testing/test-app.ts";
import { rsvp } from "./rsvp.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const about = { uid: "lunch@snart.example", organizer: "", attendee: "", stamp: "20261120T080000Z" };
const event = (...lines: readonly string[]): string =>
  calendarText(
    undefined,
    about,
    "-//Test//EN",
    "DTEND:20261124T120000Z",
    "SUMMARY:Lunch <img src=x onerror=alert(1)>",
    "ORGANIZER;CN=Elin:mailto:elin@example.com",
    "ATTENDEE:mailto:asa@elsewhere.example",
    "ATTENDEE:mailto:bo@elsewhere.example",
    ...lines,
  );
const invite = async (...lines: readonly string[]): Promise<string> => {
  await world.put(elin, "m.ics", event(...lines));
  await world.send();
  const text = world.sink.mails.findLast(({ to }) => to.includes("asa@elsewhere.example"))?.read.text ?? "";
  return /\/rsvp\/([\w.-]+)\?answer=accepted/.exec(text)?.[1] ?? "";
};
const ask = (token: string, query = "", language = "en"): Promise<Response> =>
  rsvp(
    world.app,
    new Request(`https://snart.example/rsvp/${token}${query}`, { headers: { "accept-language": language } }),
    token,
  );
const answer = (token: string, form: Readonly<Record<string, string>>): Promise<Response> => {
  const body = new URLSearchParams(form).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
  };
  return rsvp(
    world.app,
    new Request(`https://snart.example/rsvp/${token}`, { method: "POST", body, headers }),
    token,
  );
};
const lines = async (): Promise<readonly string[]> =>
  (await world.text(elin, "m.ics")).split("\r\n").filter((line) => line.startsWith("ATTENDEE"));

describe("the link to answer an invitation", () => {
  it("answers for a mail that has arrived, also while others are still on their way", async () => {
    const token = await invite();
    await world.put(elin, "m.ics", event("LOCATION:The common room"));
    expect((await answer(token, { answer: "accepted" })).status).toBe(200);
    await world.send();
    const mails = world.sink.mails.filter(({ to }) => to.includes("asa@elsewhere.example"));
    expect(mails).toHaveLength(2);
    expect(mails[1]?.read.text).toContain("The common room");
    const sent = await world.app.storage.read((tx) =>
      tx.mail.deliveriesTo("asa@elsewhere.example", about.uid, 9),
    );
    expect(sent.map(({ state }) => state)).toEqual(["sent", "answered"]);
  });

  it("shows the invitation in the reader's language, runs nothing, and answers nothing by being viewed", async () => {
    const token = await invite();
    const before = await world.text(elin, "m.ics");
    const response = await ask(token, "?answer=accepted");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("Tuesday 24 November 2026, 11:00–12:00, week 48 (UTC)");
    expect(html).toContain("&lt;img src=x");
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toMatch(/value="accepted" aria-pressed="true"/);
    expect(html).toContain("Press Yes to send your answer.");
    expect(html).toContain('<html lang="en-GB">');
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; form-action 'self'/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await (await ask(token, "", "sv-SE,sv;q=0.9")).text()).toContain('<html lang="sv">');
    expect(await (await ask(token, "?lang=sv")).text()).toContain("Elin bjuder in dig.");
    expect(await world.text(elin, "m.ics")).toBe(before);
  });

  it("answers only for its recipient, again and again, with a note", async () => {
    const token = await invite();
    const yes = await answer(token, { answer: "accepted", note: "Gärna;\r\nAsa", lang: "sv" });
    expect(await yes.text()).toContain("Du har tackat ja.");
    expect((await lines())[0]).toMatch(/PARTSTAT=ACCEPTED.*:mailto:asa@/);
    expect((await lines())[1]).not.toContain("PARTSTAT=ACCEPTED");
    expect(await world.text(elin, "m.ics")).toContain("Gärna\\;");
    world.clock.advance(1_000);
    await answer(token, { answer: "declined" });
    expect((await lines())[0]).toMatch(/PARTSTAT=DECLINED.*:mailto:asa@/);
    const log = await world.app.storage.read((tx) => tx.mail.deliveriesOf(elin.principalId, null, 9));
    expect(log.map(({ recipient, state, detail }) => [recipient, state, detail])).toEqual([
      ["bo@elsewhere.example", "sent", null],
      ["asa@elsewhere.example", "answered", "DECLINED"],
    ]);
    await world.send();
    expect(world.sink.mails).toHaveLength(2);
  });

  it.each([
    ["another signature", (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`],
    ["another mail", (token: string) => token.replace(/^[^.]+/, "0199aaaa-0000-7000-8000-000000000999")],
    ["a later end", (token: string) => token.replace(/\.([^.]+)\./, ".zzzzzzz.")],
    ["nothing", () => "x"],
    ["too much", (token: string) => token + "A".repeat(10_000)],
  ])("is refused with %s, and reveals nothing else", async (_, forge) => {
    const token = await invite();
    const before = await world.text(elin, "m.ics");
    expect((await ask(forge(token))).status).toBe(404);
    const refused = await answer(forge(token), { answer: "accepted" });
    expect(refused.status).toBe(404);
    expect(await refused.text()).not.toContain("Lunch");
    expect(await world.text(elin, "m.ics")).toBe(before);
  });

  it("ends with its time, with the invitation and with the event", async () => {
    const token = await invite();
    expect((await answer(token, { answer: "maybe" })).status).toBe(404);
    await world.put(elin, "m.ics", event().replace(/ATTENDEE:mailto:asa@[^\r]*\r\n/, ""));
    expect((await ask(token)).status).toBe(404);
    expect((await answer(token, { answer: "accepted" })).status).toBe(404);
    const again = await invite("SEQUENCE:2");
    expect((await ask(again)).status).toBe(200);
    await deleteObject(
      world.app,
      elin,
      ownCalendar(elin, await firstCalendarOf(world.app, elin)),
      "m.ics",
      {},
    );
    expect((await ask(again)).status).toBe(404);
    const third = await invite("SEQUENCE:3");
    expect((await ask(third)).status).toBe(200);
    world.clock.advance(366 * 86_400_000);
    expect((await ask(third)).status).toBe(404);
  });

  it("withstands repeated use and malformed forms", async () => {
    const token = await invite();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await answer(token, { answer: i % 2 === 0 ? "accepted" : "declined" })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    const other = /\/rsvp\/([\w.-]+)\?/.exec(world.sink.mails[1]?.read.text ?? "")?.[1] ?? "";
    expect((await answer(other, { answer: "accepted", note: "x".repeat(20_000) })).status).toBe(404);
    expect((await lines())[1]).not.toContain("ACCEPTED");
  });
});
