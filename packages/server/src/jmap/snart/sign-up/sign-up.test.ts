import { beforeEach, describe, expect, it } from "vitest";
import type { CalendarId, PrincipalId, ShareLevel } from "../../../app/types.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../../testing/jmap-client.ts";
import { vevent } from "../../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  [{ id: calendarId }] = await elin.calendars();
});

const LINES = ["DTSTART;TZID=Europe/Stockholm:20261201T180000", "DURATION:PT2H", "SUMMARY:Bakdag"];
const SIGN_UP = ["X-SNART-SIGN-UP:TRUE", "X-SNART-CAPACITY:1"];

const put = (...lines: readonly string[]): Promise<string> =>
  jmap.put(elin.actor, calendarId, "a.ics", vevent("a", ...LINES, ...lines));
const text = async (id: string): Promise<string> =>
  (await jmap.icalendar(elin.actor, id)).replaceAll("\r\n ", "");
async function member(login: string, level: ShareLevel = "read"): Promise<JmapClient> {
  const client = await jmap.client(login);
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({
      calendarId: calendarId as CalendarId,
      principalId: client.accountId as PrincipalId,
      level,
    }),
  );
  return client;
}
const at = { accountId: "" };
beforeEach(() => void (at.accountId = elin.accountId));
const read = async (client: JmapClient, id: string): Promise<Answer> =>
  (await client.call("SignUp/get", { ...at, ids: [id] })).list[0];
const call = async (client: JmapClient, name: string, args: object): Promise<Answer> => {
  const { methodResponses } = await client.request([[name, { ...at, ...args }]]);
  const [[, answer]] = methodResponses;
  return answer;
};
const join = (client: JmapClient, signUpId: string, args: object = {}): Promise<Answer> =>
  call(client, "SignUp/answer", { signUpId, isComing: true, ...args });
const leave = (client: JmapClient, signUpId: string): Promise<Answer> =>
  call(client, "SignUp/answer", { signUpId, isComing: false });

describe("an event with sign-up", () => {
  it("is created by setting the event's property, stored under names of its own", async () => {
    const id = await put();
    expect((await elin.call("SignUp/get", { ids: [id] })).notFound).toEqual([id]);
    const signUp = { "@type": "SignUp", capacity: 12, closesAt: "2026-11-30T21:00:00Z" };
    await elin.call("CalendarEvent/set", { update: { [id]: { "snart:signUp": signUp } } });
    expect(await text(id)).toContain(
      "X-SNART-SIGN-UP:TRUE\r\nX-SNART-CAPACITY:12\r\nX-SNART-CLOSES:20261130T210000Z",
    );
    const [event] = (await elin.call("CalendarEvent/get", { ids: [id] })).list;
    expect(event["snart:signUp"]).toEqual(signUp);
    expect(await read(elin, id)).toMatchObject({
      capacity: 12,
      taken: 0,
      state: "open",
      mine: null,
      list: [],
    });
    await elin.call("CalendarEvent/set", { update: { [id]: { "snart:signUp": null } } });
    expect(await text(id)).not.toContain("X-SNART");
    for (const wrong of [{ capacity: 0 }, { capacity: 1.5 }, { capacity: "12" }, { closesAt: "soon" }, 7]) {
      const set = await elin.call("CalendarEvent/set", { update: { [id]: { "snart:signUp": wrong } } });
      expect(set.notUpdated[id]).toMatchObject({ type: "invalidProperties" });
    }
  });

  it("gives a place to a reader; the next one waits and gets it when the first leaves", async () => {
    const id = await put(...SIGN_UP);
    const [nils, maja] = [await member("nils"), await member("maja")];
    const first = await join(nils, id, { note: "Tar med kaffe" });
    expect(first.signUp).toMatchObject({ state: "full", mine: { place: "placed", note: "Tar med kaffe" } });
    expect(await text(id)).toMatch(
      /ATTENDEE;CN=nils;.*SCHEDULE-AGENT=NONE;.*PARTSTAT=ACCEPTED.*:mailto:nils@/,
    );
    expect(await text(id)).toMatch(/ORGANIZER;CN=elin:mailto:elin@example.com/);
    const second = await join(maja, id);
    expect(second.signUp).toMatchObject({ taken: 1, waiting: 1, mine: { place: "waiting", position: 1 } });
    expect(second.signUp.list).toBeNull();
    expect(second.signUp.coming).toEqual(["nils"]);
    expect(await text(id)).toMatch(/PARTSTAT=TENTATIVE.*:mailto:maja@/);
    await leave(nils, id);
    expect((await read(maja, id)).mine).toMatchObject({ place: "placed", position: null });
    expect((await read(nils, id)).mine).toMatchObject({ place: "none" });
    const twice = await text(id);
    await leave(nils, id);
    expect(await text(id)).toBe(twice);
  });

  it("lets waiting people in when the capacity grows, through any write of the event", async () => {
    const id = await put(...SIGN_UP);
    const [nils, maja] = [await member("nils"), await member("maja")];
    await join(nils, id);
    await join(maja, id);
    const more = (await text(id)).replace("X-SNART-CAPACITY:1", "X-SNART-CAPACITY:5").trimEnd();
    await jmap.put(elin.actor, calendarId, "a.ics", more.split("\r\n"));
    expect((await read(maja, id)).mine).toMatchObject({ place: "placed" });
  });

  it("accepts no answer after its close, nor when it is over or cancelled, but lets people leave until its end", async () => {
    const id = await put(...SIGN_UP, "X-SNART-CLOSES:20261122T100000Z");
    const nils = await member("nils");
    await join(nils, id);
    jmap.clock.advance(Date.UTC(2026, 10, 22, 10) - jmap.app.now());
    const late = await join(await member("maja"), id);
    expect(late).toMatchObject({ type: "sign-up-closed", code: "sign-up-closed" });
    expect((await read(nils, id)).state).toBe("closed");
    expect((await leave(nils, id)).signUp.mine.place).toBe("none");
    jmap.clock.advance(Date.UTC(2026, 11, 2) - jmap.app.now());
    expect(await leave(nils, id)).toMatchObject({ code: "sign-up-closed" });
    const called = await jmap.put(
      elin.actor,
      calendarId,
      "b.ics",
      vevent("b", "DTSTART:20270101T180000Z", "STATUS:CANCELLED", ...SIGN_UP),
    );
    expect(await join(nils, called)).toMatchObject({ code: "sign-up-closed" });
    expect((await read(nils, called)).state).toBe("cancelled");
  });

  it("counts companions, and keeps an answer unchanged if there is no room for more", async () => {
    const id = await put("X-SNART-SIGN-UP:TRUE", "X-SNART-CAPACITY:4");
    const nils = await member("nils");
    expect((await join(nils, id, { people: 3 })).signUp).toMatchObject({ taken: 3, state: "open" });
    expect(await join(nils, id, { people: 5 })).toMatchObject({ code: "sign-up-full", free: 1 });
    expect((await read(nils, id)).taken).toBe(3);
    expect((await join(nils, id, { people: 4 })).signUp).toMatchObject({ taken: 4, state: "full" });
    expect((await join(nils, id, { people: 2 })).signUp).toMatchObject({ taken: 2, state: "open" });
    for (const people of [0, 21, 1e9])
      expect(await join(nils, id, { people })).toMatchObject({ type: "invalidArguments" });
    expect(await join(nils, id, { people: -1 })).toMatchObject({ type: "invalidArguments" });
    expect(await join(nils, id, { note: "x".repeat(1_001) })).toMatchObject({ type: "invalidArguments" });
    expect((await read(nils, id)).taken).toBe(2);
  });

  it("keeps control characters and forged lines of a note out of the text", async () => {
    const id = await put(...SIGN_UP);
    const nils = await member("nils");
    const note = "rad 1\r\nATTENDEE:mailto:x@x.example\u0007\u202e\nrad 3";
    expect((await join(nils, id, { note })).signUp.mine.note).toBe(
      "rad 1\nATTENDEE:mailto:x@x.example\nrad 3",
    );
    expect((await text(id)).match(/^ATTENDEE/gm)).toHaveLength(1);
    expect(await join(nils, id, { note: "a\0b" })).toMatchObject({ type: "invalidArguments" });
  });

  it("is one occurrence of a series at a time, and never the series", async () => {
    const id = await put(...SIGN_UP, "RRULE:FREQ=WEEKLY;COUNT=4");
    const [nils, maja] = [await member("nils"), await member("maja")];
    const second = `${id}_20261208T180000`;
    expect((await elin.call("SignUp/get", { ids: [id, `${id}_20261209T180000`] })).list).toEqual([]);
    expect(await join(nils, id)).toMatchObject({ type: "notFound" });
    expect((await join(nils, second)).signUp).toMatchObject({ taken: 1, utcStart: "2026-12-08T17:00:00Z" });
    expect((await join(maja, `${id}_20261215T180000`)).signUp.mine.place).toBe("placed");
    expect((await read(maja, second)).mine).toBeNull();
    expect((await text(id)).match(/RECURRENCE-ID;TZID=Europe\/Stockholm:20261208T180000/g)).toHaveLength(1);
    expect((await read(elin, `${id}_20261201T180000`)).taken).toBe(0);
  });

  it("closes the same time before each occurrence of a series, and moves with it", async () => {
    const id = await put("RRULE:FREQ=WEEKLY;COUNT=4");
    const signUp = { "@type": "SignUp", closesBefore: "P1DT12H" };
    await elin.call("CalendarEvent/set", { update: { [id]: { "snart:signUp": signUp } } });
    expect(await text(id)).toContain("X-SNART-CLOSES;VALUE=DURATION:-P1DT12H");
    expect((await elin.call("CalendarEvent/get", { ids: [id] })).list[0]["snart:signUp"]).toEqual(signUp);
    const second = `${id}_20261208T180000`;
    expect((await read(elin, second)).closesAt).toBe("2026-12-07T05:00:00Z");
    jmap.clock.advance(Date.UTC(2026, 11, 7, 5) - jmap.app.now());
    const nils = await member("nils");
    expect(await join(nils, second)).toMatchObject({ code: "sign-up-closed" });
    expect((await join(nils, `${id}_20261215T180000`)).signUp.mine.place).toBe("placed");
  });

  it("counts answers of calendar apps, and puts people on the waiting list of a full event", async () => {
    const nils = await member("nils", "write");
    const maja = await member("maja");
    const asked = "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:nils@example.com";
    const id = await put(...SIGN_UP, "ORGANIZER:mailto:elin@example.com", asked);
    await join(maja, id);
    const yes = (await text(id)).replace("PARTSTAT=NEEDS-ACTION", "PARTSTAT=ACCEPTED").trimEnd();
    await jmap.put(nils.actor, calendarId, "a.ics", yes.split("\r\n"));
    expect((await read(elin, id)).taken).toBe(1);
    expect((await read(nils, id)).mine).toMatchObject({ place: "waiting", position: 1 });
    await leave(maja, id);
    expect((await read(nils, id)).mine).toMatchObject({ place: "placed" });
  });

  it("keeps people who signed up when it is moved, as they were never asked", async () => {
    const id = await put(...SIGN_UP);
    const nils = await member("nils");
    await join(nils, id);
    const update = { [id]: { start: "2026-12-02T18:00:00" } };
    await elin.call("CalendarEvent/set", { update, sendSchedulingMessages: true });
    expect((await read(nils, id)).mine.place).toBe("placed");
  });
});

describe("rights", () => {
  it("are none with free/busy access, without access, and for private events and drafts", async () => {
    const id = await put(...SIGN_UP);
    const strangers = [await jmap.client("otto"), await member("nils", "freeBusy")];
    for (const client of strangers) {
      const { methodResponses } = await client.request([
        ["SignUp/get", { ...at, ids: [id] }],
        ["SignUp/answer", { ...at, signUpId: id, isComing: true }],
        ["SignUp/answerFor", { ...at, signUpId: id, calendarAddress: "mailto:x@x", isComing: false }],
        ["SignUp/tick", { ...at, signUpId: id, calendarAddress: "mailto:x@x", hasAttended: true }],
        ["SignUp/link", { ...at, signUpId: id, isOn: true }],
        ["SignUp/remind", { ...at, signUpId: id }],
      ]);
      expect(JSON.stringify(methodResponses)).not.toContain("Bakdag");
      for (const [name, answer] of methodResponses)
        expect(name === "error" ? answer.type : answer.notFound).toSatisfy(
          (said: unknown) => said === "accountNotFound" || said === "notFound" || Array.isArray(said),
        );
    }
    expect(await text(id)).not.toContain("ATTENDEE");
    const maja = await member("maja");
    await put(...SIGN_UP, "CLASS:PRIVATE");
    expect((await maja.call("SignUp/get", { ...at, ids: [id] })).notFound).toEqual([id]);
    expect(await join(maja, id)).toMatchObject({ type: "notFound" });
  });

  it("show the whole list to people who may change the event, and names to others, unless those are hidden", async () => {
    const id = await put("X-SNART-SIGN-UP:TRUE");
    const [nils, maja] = [await member("nils"), await member("maja")];
    await join(nils, id, { note: "hemligt" });
    expect((await read(elin, id)).list).toMatchObject([
      { name: "nils", email: "nils@example.com", note: "hemligt", place: "placed", hasAttended: false },
    ]);
    expect(JSON.stringify(await read(maja, id))).not.toMatch(/hemligt|nils@/);
    await elin.call("CalendarEvent/set", { update: { [id]: { hideAttendees: true } } });
    const hidden = await read(maja, id);
    expect(hidden).toMatchObject({ taken: 1, coming: null, list: null, hideAttendees: true });
    expect(JSON.stringify(hidden)).not.toContain("nils");
    for (const [name, args] of [
      ["SignUp/tick", { calendarAddress: "mailto:nils@example.com", hasAttended: true }],
      ["SignUp/answerFor", { calendarAddress: "mailto:nils@example.com", isComing: false }],
      ["SignUp/link", { isOn: true }],
      ["SignUp/remind", {}],
    ] as const)
      expect(await call(maja, name, { signUpId: id, ...args })).toMatchObject({ type: "forbidden" });
    expect((await read(elin, id)).list).toMatchObject([{ place: "placed", hasAttended: false }]);
  });

  it("let the organizer tick off people who attended, and remove somebody from the list", async () => {
    const id = await put(...SIGN_UP);
    const [nils, maja] = [await member("nils"), await member("maja")];
    await join(nils, id);
    await join(maja, id);
    const address = "mailto:nils@example.com";
    const ticked = await call(elin, "SignUp/tick", {
      signUpId: id,
      calendarAddress: address,
      hasAttended: true,
    });
    expect(ticked.signUp.list[0]).toMatchObject({ hasAttended: true });
    const waiting = { signUpId: id, calendarAddress: "mailto:maja@example.com", hasAttended: true };
    expect(await call(elin, "SignUp/tick", waiting)).toMatchObject({ type: "notFound" });
    const off = await call(elin, "SignUp/answerFor", {
      signUpId: id,
      calendarAddress: address,
      isComing: false,
    });
    expect(off.signUp.list).toMatchObject([{ place: "none" }, { place: "placed" }]);
  });

  it("let the organizer create and revoke a link, and both are recorded", async () => {
    const id = await put(...SIGN_UP);
    const link = async (args: object): Promise<string | null> =>
      (await call(elin, "SignUp/link", { signUpId: id, ...args })).signUp.linkUrl;
    const made = await link({ isOn: true });
    expect(made).toMatch(/^https:\/\/snart\.test\/signup\/j\.[\w-]+\.[\w-]+\.[\w-]{43}$/);
    expect(await link({ isOn: true })).toBe(made);
    expect(await link({ isOn: false })).toBeNull();
    expect(await link({ isOn: true, isFormer: true })).toBe(made);
    await link({ isOn: false });
    expect(await link({ isOn: true })).not.toBe(made);
    expect((await read(await member("nils"), id)).linkUrl).toBeNull();
    const audit = await jmap.app.storage.read((tx) => tx.audit.latest(20));
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith("sign-up"))).toHaveLength(
      5,
    );
  });

  it("let the organizer remind people without an answer, not often, and nobody else", async () => {
    const [nils, maja] = [await jmap.client("nils"), await member("maja")];
    const asked = "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:nils@example.com";
    const id = await put("X-SNART-SIGN-UP:TRUE", "ORGANIZER:mailto:elin@example.com", asked);
    await join(maja, id);
    const queued = () => jmap.app.storage.write((tx) => tx.queues.takeOutbox(jmap.app.now(), 20, 1));
    await queued();
    jmap.clock.advance(60_000);
    const done = await call(elin, "SignUp/remind", { signUpId: id });
    expect(done.signUp.remindedAt).not.toBeNull();
    const notices = (await queued()).filter(({ kind }) => kind === "sign-up-notice");
    expect(notices.map(({ payload }) => payload)).toMatchObject([
      { address: "mailto:nils@example.com", news: "asked" },
    ]);
    expect(await call(elin, "SignUp/remind", { signUpId: id })).toMatchObject({ code: "too-many-attempts" });
    expect(nils.accountId).not.toBe(maja.accountId);
  });
});
