import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { answerHeldMail, heldMail } from "../app/mail/held-mail.ts";
import { receiveMessage } from "../app/mail/receive-message.ts";
import { deleteObject } from "../app/write/delete-object.ts";
import {
  AUTH_SERVER,
  calendarText,
  plain,
  proved,
  teamsRequest,
  type About,
} from "../testing/mail-corpus.ts";
import { firstCalendarOf, ownCalendar } from "../testing/test-app.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { parseMessage } from "./parse-message.ts";

const BOSS = "boss@good.example";
const GUEST = "guest@good.example";
const MAL = "mal@evil.example";
const INVITATION: About = { uid: "u1@good.example", organizer: BOSS, attendee: "elin@example.com" };
const OWN = "lunch@snart.example";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const receive = async (raw: string | Buffer, authServer: string | null = AUTH_SERVER): Promise<string> => {
  world.clock.advance(1);
  const parsed = await parseMessage(Buffer.from(raw), { limits: world.app.limits, authServer });
  return parsed.ok ? receiveMessage(world.app, parsed.value) : parsed.problem;
};
/** The message with these header lines above it. */
const under = (raw: string, ...lines: readonly string[]): string => [...lines, raw].join("\r\n");
const results = (text: string, server = AUTH_SERVER): string => `Authentication-Results: ${server}; ${text}`;
const EVIL = results("dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=mal@evil.example");

const held = async () => {
  const found = await heldMail(world.app, elin, elin.principalId);
  return found.ok ? found.value.map(({ mail }) => mail) : [];
};
const decide = async (isAccepted: boolean) => {
  const [mail] = await held();
  return answerHeldMail(world.app, elin, elin.principalId, mail?.id ?? "", isAccepted);
};

/** Elin's copy of the boss's meeting. */
const invited = async (): Promise<string> => {
  const heads = await world.app.storage.read((tx) =>
    tx.objects.byUidInAccount(elin.principalId, INVITATION.uid),
  );
  return heads[0] ? world.text(elin, heads[0].uri) : "";
};
const invite = async (): Promise<void> => {
  expect(await receive(proved(teamsRequest(INVITATION)))).toBe("taken");
};
const later = (fields: Partial<About> = {}): About => ({
  ...INVITATION,
  stamp: "20261123T110000Z",
  ...fields,
});
const change = (fields: Partial<About> = {}): string =>
  teamsRequest(later({ start: "DTSTART:20261125T110000Z", lines: ["SEQUENCE:2"], ...fields }));

/** Elin's own meeting, with a guest and the forger. */
const host = async (): Promise<void> => {
  const text = calendarText(
    undefined,
    { uid: OWN, organizer: "", attendee: "", stamp: "20261120T080000Z" },
    "-//Test//EN",
    "SUMMARY:Lunch",
    "ORGANIZER;CN=Elin:mailto:elin@example.com",
    `ATTENDEE:mailto:${GUEST}`,
    `ATTENDEE:mailto:${MAL}`,
  );
  await world.put(elin, "m.ics", text);
  await world.send();
};
const reply = (from: string, line = `ATTENDEE;PARTSTAT=DECLINED:mailto:${GUEST}`): string =>
  plain(
    { uid: OWN, organizer: "elin@example.com", attendee: GUEST, from },
    "REPLY",
    calendarText("REPLY", { uid: OWN, organizer: "", attendee: "" }, "-//x//EN", line),
  );
const SENT_BY_MAL = `ATTENDEE;PARTSTAT=DECLINED;SENT-BY="mailto:${MAL}":mailto:${GUEST}`;

describe("the sender of a mail", () => {
  it("who writes the organizer into Reply-To or Sender changes and cancels nothing", async () => {
    await invite();
    const before = await invited();
    expect(await receive(under(change({ from: MAL }), EVIL, `Reply-To: ${BOSS}`))).toBe("not-entitled");
    const cancel = teamsRequest(later({ from: MAL }), "CANCEL");
    expect(await receive(under(cancel, EVIL, `Sender: ${BOSS}`))).toBe("not-entitled");
    expect(await invited()).toBe(before);
    expect(await held()).toEqual([]);
  });

  it("who writes a guest into Reply-To and himself into SENT-BY answers for nobody", async () => {
    await host();
    const before = await world.text(elin, "m.ics");
    expect(await receive(under(reply(MAL, SENT_BY_MAL), EVIL, `Reply-To: ${GUEST}`))).toBe("held");
    expect(await receive(under(reply(MAL), EVIL, `Reply-To: ${GUEST}`, `Sender: ${GUEST}`))).toBe(
      "not-entitled",
    );
    expect(await world.text(elin, "m.ics")).toBe(before);
    expect(await held()).toMatchObject([{ sender: MAL }]);
  });

  // What each writes into the mail, above its other headers, and whom its From names.
  it.each<[string, string, readonly string[]]>([
    ["with no results at all", BOSS, []],
    [
      "with the results of another server",
      BOSS,
      [results("dmarc=pass header.from=good.example", "mx.evil.example")],
    ],
    [
      "with a server's name that only begins like ours",
      BOSS,
      [results("dkim=pass header.d=good.example", `${AUTH_SERVER}.evil.example`)],
    ],
    ["with results below ours", BOSS, [EVIL, results("dmarc=pass header.from=good.example")]],
    ["with DKIM of another domain", BOSS, [results("dkim=pass header.d=evil.example")]],
    ["with DKIM of a domain below", BOSS, [results("dkim=pass header.d=mal.good.example")]],
    ["with DKIM of a domain that ends alike", BOSS, [results("dkim=pass header.d=ood.example")]],
    ["with DKIM of a top-level domain", BOSS, [results("dkim=pass header.d=example")]],
    ["with SPF of another domain", BOSS, [results("spf=pass smtp.mailfrom=boss@evil.example")]],
    ["with DMARC of another domain", BOSS, [results("dmarc=pass header.from=evil.example")]],
    [
      "with DMARC that failed beside DKIM",
      BOSS,
      [results("dmarc=fail header.from=good.example; dkim=pass header.d=good.example")],
    ],
    [
      "with ARC alone",
      BOSS,
      [
        results("arc=pass"),
        `ARC-Authentication-Results: i=1; ${AUTH_SERVER}; dmarc=pass header.from=good.example`,
      ],
    ],
    [
      "with a result in a comment",
      BOSS,
      [results("spf=none (dmarc=pass header.from=good.example) smtp.mailfrom=x")],
    ],
    [
      "with a comment that ends early",
      BOSS,
      [
        results(
          'spf=pass (of a); dkim=pass header.d=good.example ("@evil.example) smtp.mailfrom=evil.example',
        ),
      ],
    ],
    [
      "with a result in a quoted address",
      BOSS,
      [results('spf=pass smtp.mailfrom="x; dkim=pass header.d=good.example; y"@evil.example')],
    ],
    ["with a property said twice", BOSS, [results("dkim=pass header.d=good.example header.d=evil.example")]],
    ["with a second From", BOSS, [results("dkim=pass header.d=good.example"), `From: ${MAL}`]],
  ])("%s is not believed, and the person decides", async (_, from, headers) => {
    await invite();
    const before = await invited();
    expect(["held", "not-entitled"]).toContain(await receive(under(change({ from }), ...headers)));
    expect(await invited()).toBe(before);
  });

  it.each<[string, string]>([
    ["the organizer in the name", `"${BOSS}" <${MAL}>`],
    ["the organizer in a name without quotes", `${BOSS} <${MAL}>`],
    ["the organizer in an encoded word", `=?utf-8?q?boss=40good=2Eexample?= <${MAL}>`],
    [
      "the organizer in an encoded word that ends the name",
      `=?utf-8?q?Boss_=3Cboss=40good=2Eexample=3E?= <${MAL}>`,
    ],
    ["nothing but an encoded word", "=?utf-8?q?Boss_=3Cboss=40good=2Eexample=3E?="],
    ["two addresses", `${BOSS}, ${MAL}`],
    ["two addresses, his first", `${MAL}, ${BOSS}`],
    ["a group", `Bosses: ${BOSS}, ${MAL};`],
    ["an address in an address", `<"<${BOSS}>"@evil.example>`],
    ["a list that rewrites it", `"Boss via list" <list@evil.example>`],
  ])("whose From has %s is not taken for the organizer", async (_, from) => {
    await invite();
    const before = await invited();
    const raw = change().replace(/^From: .*$/m, `From: ${from}`);
    for (const said of [EVIL, results("dkim=pass header.d=good.example"), "X-None: y"])
      expect(["held", "not-entitled", "duplicate"]).toContain(await receive(under(raw, said)));
    expect(await invited()).toBe(before);
  });

  it.each([
    ["DMARC", "dmarc=pass (p=reject dis=none) header.from=good.example"],
    ["DKIM", "dkim=pass (2048-bit key) header.d=good.example header.i=@good.example header.s=s1"],
    ["DKIM of the domain above", "dkim=pass header.d=good.example"],
    ["SPF", "spf=pass (mx: 192.0.2.1 is allowed) smtp.mailfrom=boss@good.example"],
    ["one of several", "dkim=fail header.d=other.example; dkim=pass header.d=good.example"],
  ])("is believed whom %s proves", async (name, text) => {
    const about = name.includes("above")
      ? { ...INVITATION, organizer: "boss@sales.good.example" }
      : INVITATION;
    expect(await receive(under(teamsRequest(about), results(text)))).toBe("taken");
    expect(await invited()).toContain("PARTSTAT=NEEDS-ACTION");
    expect(await held()).toEqual([]);
  });

  it("is proved by nothing where no mail server is named: this is the default", async () => {
    expect(await receive(proved(teamsRequest(INVITATION)), null)).toBe("held");
    expect(await invited()).toBe("");
  });

  it("known from before to send for the organizer is believed once proved, and not before", async () => {
    const assistant = "assistant@helper.example";
    const byAssistant = (fields: Partial<About> = {}): string =>
      teamsRequest({ ...INVITATION, from: assistant, ...fields });
    expect(await receive(byAssistant())).toBe("held");
    expect(await invited()).toBe("");
    expect(await decide(true)).toMatchObject({ ok: true });
    expect(await invited()).toContain("NEEDS-ACTION");
    expect(await receive(byAssistant({ stamp: "20261123T110000Z", start: "DTSTART:20261125T110000Z" }))).toBe(
      "held",
    );
    expect(
      await receive(proved(byAssistant({ stamp: "20261123T120000Z", start: "DTSTART:20261126T110000Z" }))),
    ).toBe("taken");
  });
});

describe("a new event in another's name", () => {
  const byMal = (fields: Partial<About> = {}, method = "REQUEST"): string =>
    under(teamsRequest({ ...INVITATION, from: MAL, ...fields }, method), EVIL);
  const byBoss = (raw: string): string => under(raw, results("dmarc=pass header.from=good.example"));

  it("is a proposal, and who sent it moves and cancels nothing when the organizer's own has come", async () => {
    expect(await receive(byMal())).toBe("held");
    expect(await invited()).toBe("");
    expect(await held()).toMatchObject([{ sender: MAL }]);
    expect(await receive(byBoss(teamsRequest(INVITATION)))).toBe("taken");
    const before = await invited();
    expect(before).toContain(BOSS);
    const moved = { start: "DTSTART:20261125T110000Z", lines: ["SEQUENCE:9"], stamp: "20261123T110000Z" };
    expect(await receive(byMal(moved))).toBe("not-entitled");
    expect(await receive(byMal({ ...moved, stamp: "20261123T120000Z" }, "CANCEL"))).toBe("not-entitled");
    expect(await invited()).toBe(before);
    expect(await receive(byBoss(change()))).toBe("taken");
    expect(await invited()).toContain("20261125T110000");
  });

  it("is not believed of who only says so in SENT-BY", async () => {
    const lines = [
      `ORGANIZER;SENT-BY="mailto:${MAL}":mailto:${BOSS}`,
      "ATTENDEE:mailto:elin@example.com",
      "SUMMARY:Lunch",
    ];
    const text = calendarText("REQUEST", INVITATION, "-//x//EN", ...lines);
    const raw = plain({ ...INVITATION, from: MAL }, "REQUEST", text);
    expect(await receive(under(raw, EVIL))).toBe("held");
    expect(await invited()).toBe("");
  });

  it("is known by nobody who had an event of his own with its UID", async () => {
    expect(await receive(byMal({ organizer: MAL }))).toBe("taken");
    const [mine] = await world.app.storage.read((tx) =>
      tx.objects.byUidInAccount(elin.principalId, INVITATION.uid),
    );
    const place = ownCalendar(elin, await firstCalendarOf(world.app, elin));
    expect(await deleteObject(world.app, elin, place, mine?.uri ?? "", {})).toMatchObject({ ok: true });
    expect(await receive(byBoss(teamsRequest({ ...INVITATION, stamp: "20261123T100000Z" })))).toBe("taken");
    const before = await invited();
    expect(await receive(byMal({ stamp: "20261123T110000Z", lines: ["SEQUENCE:9"] }))).toBe("not-entitled");
    expect(await invited()).toBe(before);
  });
});

describe("a mail that nobody proves", () => {
  it("waits for its recipient, and takes effect when they accept it", async () => {
    await invite();
    const before = await invited();
    expect(await receive(change())).toBe("held");
    expect(await invited()).toBe(before);
    expect(await held()).toMatchObject([{ sender: BOSS, accountId: elin.principalId }]);
    expect(await decide(true)).toMatchObject({ ok: true });
    expect(await invited()).toContain("20261125T110000");
    expect(await held()).toEqual([]);
  });

  it("leaves nothing behind when they discard it, and comes no second time", async () => {
    const raw = teamsRequest(INVITATION);
    expect(await receive(raw)).toBe("held");
    expect(await decide(false)).toMatchObject({ ok: true });
    expect(await receive(raw)).toBe("duplicate");
    expect([await held(), await invited()]).toEqual([[], ""]);
  });

  it("that answers waits for the organizer", async () => {
    await host();
    expect(await receive(reply(GUEST))).toBe("held");
    expect(await world.text(elin, "m.ics")).not.toContain("DECLINED");
    expect(await decide(true)).toMatchObject({ ok: true });
    expect(await world.text(elin, "m.ics")).toContain("PARTSTAT=DECLINED");
  });

  it("is nobody else's to see or decide", async () => {
    const bo = await world.person("bo");
    expect(await receive(teamsRequest(INVITATION))).toBe("held");
    const [mail] = await held();
    expect(await heldMail(world.app, bo, elin.principalId)).toMatchObject({ ok: false });
    expect(await answerHeldMail(world.app, bo, elin.principalId, mail?.id ?? "", true)).toMatchObject({
      ok: false,
      problem: { code: "not-found" },
    });
    expect(await heldMail(world.app, bo, bo.principalId)).toMatchObject({ ok: true, value: [] });
    expect(await held()).toHaveLength(1);
  });

  it("comes in any number without pushing out what is there but the oldest of its kind", async () => {
    await invite();
    const most = 5;
    world = { ...world, app: { ...world.app, limits: { ...world.app.limits, inboxMessages: most } } };
    for (let i = 0; i < most + 3; i++)
      expect(await receive(teamsRequest({ ...INVITATION, uid: `flood-${i}` }))).toBe("held");
    expect(await held()).toHaveLength(most);
    expect(await invited()).not.toBe("");
  });
});
