// The contacts that people leave for the organizer stay private, and nobody gets another's answer.
import { afterEach, beforeEach, expect, it } from "vitest";
import { firstCalendarOf, openTestApp, type TestApp, calendarOf } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import { eventsById } from "../objects/event-pages.ts";
import { putObject } from "../write/put-object.ts";
import type { CalendarId, ObjectId, ShareLevel } from "../types.ts";
import { changeSignUpLink } from "./change-sign-up-link.ts";
import { answerAsGuest } from "./guest-sign-up.ts";
import { readSignUp } from "./read-sign-up.ts";

let test: TestApp;
let elin: Actor;
let calendarId: CalendarId;
let id: ObjectId;
let token: string;
beforeEach(async () => {
  test = await openTestApp({ limits: { guestAnswers: 5 } });
  elin = await test.person("elin");
  calendarId = await firstCalendarOf(test.app, elin);
  const lines = ["DTSTART:20261201T180000Z", "DURATION:PT2H", "X-SNART-SIGN-UP:TRUE"];
  const asked = [
    "ORGANIZER:mailto:elin@example.com",
    "ATTENDEE;CN=Axel;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:axel@example.com",
  ];
  id = await put(elin, [...vevent("a", ...lines, ...asked), ""].join("\r\n"));
  const at = { objectId: id, recurrenceId: undefined };
  const linked = await changeSignUpLink(test.app, elin, elin.principalId, at, {
    isOn: true,
    isFormer: false,
  });
  token = (linked.ok && linked.value.token) || "";
});
afterEach(() => test.close());

async function put(actor: Actor, text: string): Promise<ObjectId> {
  const stored = await putObject(test.app, actor, await calendarOf(test.app, calendarId), "a.ics", text, {});
  if (!stored.ok) throw new Error(stored.problem.code);
  return stored.value.now.stored.id;
}
async function seenBy(actor: Actor): Promise<string> {
  const found = await eventsById(test.app, actor, elin.principalId, [id]);
  return (found.ok && found.value[0]?.stored.icalendar.replaceAll("\r\n ", "")) || "";
}
async function sharee(login: string, level: ShareLevel): Promise<Actor> {
  const actor = await test.person(login);
  const { principalId } = actor;
  await test.app.storage.write((tx) => tx.calendars.setShare({ calendarId, principalId, level }));
  return actor;
}
const anna = {
  isComing: true,
  people: 2,
  note: "Kommer med hund",
  name: "Anna",
  mail: "anna@elsewhere.example",
  language: "sv",
  once: "made with her form",
};
const answer = (changes: Partial<typeof anna> = {}, network = "192.0.2.1") =>
  answerAsGuest(test.app, token, network, { ...anna, ...changes });
const names = async () => {
  const read = await readSignUp(test.app, elin, elin.principalId, { objectId: id, recurrenceId: undefined });
  return read.ok ? read.value.list?.map(({ name, place }) => `${name} ${place}`) : [];
};

it("shows people's addresses and notes only to the organizer", async () => {
  await answer();
  const whole = await seenBy(elin);
  expect(whole).toContain("anna@elsewhere.example");
  expect(whole).toContain("Kommer med hund");
  const editor = await sharee("edit", "edit");
  expect(await seenBy(editor)).toContain("anna@elsewhere.example");
  for (const level of ["read", "write"] as const) {
    const text = await seenBy(await sharee(level, level));
    expect(text).toContain("CN=Anna");
    expect(text).not.toMatch(/elsewhere|hund/);
  }
  expect(await seenBy(elin)).toBe(whole);
});

it("keeps them when a person who does not see them answers", async () => {
  await answer();
  const axel = await sharee("axel", "write");
  const text = await seenBy(axel);
  const yes = text.replace(/PARTSTAT=NEEDS-ACTION/, "PARTSTAT=ACCEPTED");
  expect(yes).not.toBe(text);
  await put(axel, yes);
  const whole = await seenBy(elin);
  expect(whole).toContain("anna@elsewhere.example");
  expect(whole).toContain("Kommer med hund");
  expect(await names()).toEqual(["Axel placed", "Anna placed"]);
  await expect(put(axel, yes.replace("CN=Anna", "CN=Annan"))).rejects.toThrow();
});

it("gives nobody another's place for submitting the same form with another name, or without its mark", async () => {
  const first = await answer();
  const again = await answer({ note: "" });
  const second = await answer({ name: "Bo", mail: "" });
  const unmarked = [
    await answer({ name: "Cia", once: "" }),
    await answer({ name: "Cia", once: "" }, "192.0.2.2"),
  ];
  const own = [first, again, second, ...unmarked].map((one) => (one.ok ? one.value.token : one.problem.code));
  expect(own[1]).toBe(own[0]);
  expect(new Set(own).size).toBe(4);
  expect(await names()).toEqual(["Axel none", "Anna placed", "Bo placed", "Cia placed", "Cia placed"]);
});

it("counts simultaneous answers from one address one by one", async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => answer({ name: `P${n}`, once: `${n}` })),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(5);
  expect(await names()).toHaveLength(6);
});
