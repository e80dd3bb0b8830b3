import { describe, expect, it } from "vitest";
import type { ShareLevel } from "../../app/types.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

const share = async (level: ShareLevel): Promise<string> => {
  const [{ id }] = await elin.calendars();
  for (const { actor } of [nils, bengt])
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: id, principalId: actor.principalId, level }),
    );
  return id;
};
const set = async (args: object): Promise<Answer> => {
  jmap.clock.advance(1_000);
  const answer = await elin.call("CalendarEvent/set", args);
  expect([answer.notCreated, answer.notUpdated, answer.notDestroyed]).toEqual([null, null, null]);
  await sendOutbox(jmap.app);
  return answer;
};

/** Each gives what a person reads of an event by one method, or more. */
const ROUTES: Readonly<Record<string, (who: JmapClient, id: string) => Promise<unknown>>> = {
  async "its record"(who, id) {
    const { list } = await who.call("CalendarEvent/get", { accountId: elin.accountId, ids: [id] });
    expect(list).toHaveLength(1);
    return list;
  },
  async "its versions"(who, id) {
    const { accountId } = elin;
    const { ids } = await who.call("Version/query", { accountId, filter: { objectId: id } });
    const { list } = await who.call("Version/get", { accountId, ids });
    expect(list.length).toBeGreaterThan(1);
    return list;
  },
  async "its records in the trash"(who, id) {
    await set({ destroy: [id] });
    const { list } = await who.call("TrashItem/get", { accountId: elin.accountId, ids: null });
    expect(list).toHaveLength(1);
    return list;
  },
  async "its notifications"(who, id) {
    await set({ destroy: [id] });
    const { list } = await who.call("CalendarEventNotification/get", {
      accountId: elin.accountId,
      ids: null,
    });
    expect(new Set(list.map(({ type }: Answer) => type))).toEqual(
      new Set(["created", "updated", "destroyed"]),
    );
    return list;
  },
};

/** Lines of an event, and a word that stands in them. */
const HIDDEN: Readonly<Record<string, { lines: readonly string[]; word: string }>> = {
  "a hidden guest": {
    lines: [
      "ORGANIZER:mailto:elin@example.com",
      "ATTENDEE:mailto:elin@example.com",
      "ATTENDEE;CN=Greta:mailto:greta@elsewhere.example",
      "JSPROP;JSPTR=hideAttendees:true",
    ],
    word: "greta@elsewhere",
  },
  "the owner's keyword": { lines: ["CATEGORIES:OWNKEYWORD"], word: "OWNKEYWORD" },
  "the owner's colour": { lines: ["COLOR:papayawhip"], word: "papayawhip" },
  "the owner's alarm": {
    lines: ["BEGIN:VALARM", "UID:a", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT37M", "END:VALARM"],
    word: "PT37M",
  },
};

describe.each(Object.keys(ROUTES))("of an event in somebody else's calendar, %s", (route) => {
  const read = (who: JmapClient, id: string): Promise<string> =>
    (ROUTES[route]?.(who, id) ?? Promise.reject(new Error(route))).then((said) => JSON.stringify(said));

  describe.each(Object.keys(HIDDEN))("say of %s", (what) => {
    const { lines, word } = HIDDEN[what] ?? { lines: [], word: "" };

    it.each(["read", "edit"] as const)("nothing to who may %s", async (level) => {
      const calendarId = await share(level);
      const id = await jmap.put(
        elin.actor,
        calendarId,
        "p.ics",
        vevent("p", "DTSTART:20261123T120000Z", "SUMMARY:Party", ...lines),
      );
      await set({ update: { [id]: { title: "Great party" } } });
      const said = await read(nils, id);
      expect(said).toContain("Great party");
      expect(said).not.toContain(word);
    });
  });

  it.each([
    ["read", false],
    ["edit", true],
  ] as const)("say the note to the organizer to who may %s: %s", async (level, isShown) => {
    const calendarId = await share(level);
    const { created } = await set({
      create: {
        k: {
          "@type": "Event",
          calendarIds: { [calendarId]: true },
          title: "Supper",
          start: "2026-11-25T12:00:00",
          timeZone: "Europe/Stockholm",
          "snart:signUp": { capacity: 5 },
        },
      },
    });
    const { id } = created.k;
    const coming = { accountId: elin.accountId, signUpId: id, isComing: true, note: "ALLERGY" };
    await bengt.call("SignUp/answer", coming);
    await set({ update: { [id]: { title: "Great supper" } } });
    const said = await read(nils, id);
    expect(said).toContain("Great supper");
    expect(said.includes("ALLERGY")).toBe(isShown);
  });
});

describe("a change of which a reader sees nothing", () => {
  const told = async (who: JmapClient): Promise<number> =>
    (await who.call("CalendarEventNotification/get", { accountId: elin.accountId, ids: null })).list.length;
  const versionsFor = async (who: JmapClient, objectId: string): Promise<readonly Answer[]> => {
    const { accountId } = elin;
    const { ids } = await who.call("Version/query", { accountId, filter: { objectId } });
    return (await who.call("Version/get", { accountId, ids })).list;
  };
  const GUESTS = ["ORGANIZER:mailto:elin@example.com", "ATTENDEE:mailto:elin@example.com"];

  it.each([
    ["sets an alarm", { alerts: { a: { trigger: { "@type": "OffsetTrigger", offset: "-PT5M" } } } }],
    ["has a keyword", { keywords: { mine: true } }],
    [
      "invites a hidden guest",
      {
        "participants/g": {
          "@type": "Participant",
          calendarAddress: "mailto:greta@elsewhere.example",
          roles: { attendee: true },
        },
      },
    ],
  ])("is neither told nor listed when the owner %s", async (_, patch) => {
    const calendarId = await share("read");
    const lines = ["DTSTART:20261123T120000Z", "SUMMARY:Party", ...GUESTS, "JSPROP;JSPTR=hideAttendees:true"];
    const id = await jmap.put(elin.actor, calendarId, "p.ics", vevent("p", ...lines));
    await set({ update: { [id]: { title: "Great party" } } });
    const before = await told(nils);
    expect(before).toBe(2);
    await set({ update: { [id]: patch } });
    expect(await told(nils)).toBe(before);
    const seen = await versionsFor(nils, id);
    expect(seen.map(({ change, isCurrent }) => [change, isCurrent])).toEqual([
      ["updated", true],
      ["created", false],
    ]);
    expect(await versionsFor(elin, id)).toHaveLength(3);
  });

  it("does not say who signed up where that is hidden", async () => {
    const calendarId = await share("read");
    const lines = ["DTSTART:20261125T120000Z", "SUMMARY:Supper", "X-SNART-SIGN-UP:TRUE", ...GUESTS];
    const id = await jmap.put(
      elin.actor,
      calendarId,
      "s.ics",
      vevent("s", ...lines, "JSPROP;JSPTR=hideAttendees:true"),
    );
    const before = await told(bengt);
    await nils.call("SignUp/answer", { accountId: elin.accountId, signUpId: id, isComing: true });
    await sendOutbox(jmap.app);
    expect(await versionsFor(elin, id)).toHaveLength(2);
    expect(JSON.stringify(await versionsFor(bengt, id))).not.toContain("nils");
    expect(await told(bengt)).toBe(before);
  });
});
