import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { ObjectId, PrincipalId } from "../records/ids.ts";
import type { MailDelivery, ReceivedMail } from "../records/mail.ts";
import { backends, type TestPlace } from "./backends.ts";
import { household, newId } from "./fixtures.ts";

let owner: PrincipalId;
const delivery = (fields: Partial<MailDelivery> = {}): MailDelivery => {
  const id = newId("mail");
  return {
    id,
    accountId: owner,
    causedBy: owner,
    purpose: "invitation",
    objectId: null,
    uid: null,
    method: null,
    recipient: "åsa@example.com",
    messageId: `<${id}@example.com>`,
    state: "queued",
    detail: null,
    createdAt: 100,
    updatedAt: 100,
    ...fields,
  };
};
const received = (fields: Partial<ReceivedMail> = {}): ReceivedMail => ({
  messageId: null,
  id: newId("received"),
  at: 100,
  sender: "åsa@example.com",
  subject: "Svar",
  uid: null,
  method: null,
  accountId: null,
  outcome: "begun",
  detail: "",
  ...fields,
});

describe.each(backends)("the logs of mail on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
    owner = (await household(storage)).owner.id;
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });
  const insert = (...deliveries: readonly MailDelivery[]): Promise<void> =>
    storage.write(async (tx) => {
      for (const one of deliveries) await tx.mail.insertDelivery(one);
    });

  it("count the mails to others of whoever causes them, in whichever account", async () => {
    const [elin, bo] = [newId("cause") as PrincipalId, newId("cause") as PrincipalId];
    const since = 50_000;
    const [early, late] = [
      { createdAt: since, causedBy: elin },
      { createdAt: since + 1, causedBy: elin },
    ];
    await insert(
      delivery(early),
      delivery(late),
      delivery({ ...late, accountId: (await household(storage)).owner.id, state: "failed" }),
      delivery({ ...late, purpose: "reminder" }),
      delivery({ ...late, causedBy: bo }),
    );
    await storage.read(async (tx) => {
      expect(await tx.mail.sentSince(elin, since, ["invitation"], 9)).toBe(2);
      expect(await tx.mail.sentSince(elin, since, ["invitation", "reminder"], 2)).toBe(2);
      const all = [
        { principalId: elin, count: 2 },
        { principalId: bo, count: 1 },
      ];
      expect(await tx.mail.causesSince(since, ["invitation"], 9)).toEqual(all);
      expect(await tx.mail.causesSince(since, ["invitation"], 1)).toEqual(all.slice(0, 1));
    });
  });

  it("find failed and bounced mails, the latest first, and any of them by id", async () => {
    const before = await storage.read((tx) => tx.mail.failed(100));
    const lost = delivery({ state: "failed", updatedAt: 5_000 });
    const back = delivery({ state: "bounced", updatedAt: 6_000 });
    const sent = delivery({ state: "sent", updatedAt: 7_000 });
    await insert(lost, back, sent);
    expect(await storage.read((tx) => tx.mail.failed(100))).toEqual([back, lost, ...before]);
    expect(await storage.read((tx) => tx.mail.failed(1))).toEqual([back]);
    const byId = await storage.read((tx) => tx.mail.deliveriesById([sent.id, lost.id, "none"]));
    expect(byId.map(({ id }) => id).toSorted()).toEqual([sent.id, lost.id].toSorted());
    expect(await storage.read((tx) => tx.mail.deliveriesById([]))).toEqual([]);
  });

  it("find sent mails, by event, by person and by Message-ID, newest first", async () => {
    const objectId = newId("object") as ObjectId;
    const uid = newId("uid");
    const first = delivery({ objectId, uid, method: "REQUEST" });
    const second = delivery({ objectId, uid, method: "CANCEL", createdAt: 200 });
    const other = delivery({ uid, recipient: "bo@example.com", createdAt: 300 });
    await insert(first, second, other);
    await storage.read(async (tx) => {
      expect(await tx.mail.delivery(first.id)).toEqual(first);
      expect(await tx.mail.delivery("none")).toBeUndefined();
      expect(await tx.mail.deliveriesOf(owner, objectId, 9)).toEqual([second, first]);
      expect(await tx.mail.deliveriesOf(owner, objectId, 1)).toEqual([second]);
      expect(await tx.mail.deliveriesOf("nobody" as PrincipalId, objectId, 9)).toEqual([]);
      expect(await tx.mail.deliveriesTo("åsa@example.com", uid, 9)).toEqual([second, first]);
      expect(await tx.mail.deliveriesAbout(uid, 9)).toEqual([other, second, first]);
      expect(await tx.mail.deliveriesByMessageId([first.messageId, "<none>"])).toEqual([first]);
      expect(await tx.mail.deliveriesByMessageId([])).toEqual([]);
    });
    await expect(insert(delivery({ messageId: first.messageId }))).rejects.toThrow();
  });

  it("change one mail's entry and nothing else", async () => {
    const [one, two] = [delivery(), delivery()];
    await insert(one, two);
    await storage.write((tx) =>
      tx.mail.updateDelivery(one.id, { state: "bounced", detail: "550", updatedAt: 900 }),
    );
    await storage.read(async (tx) => {
      expect(await tx.mail.delivery(one.id)).toEqual({
        ...one,
        state: "bounced",
        detail: "550",
        updatedAt: 900,
      });
      expect(await tx.mail.delivery(two.id)).toEqual(two);
    });
  });

  it("accept a received message once, and know earlier senders", async () => {
    const one = received();
    const again = { ...one, subject: "another" };
    expect(await storage.write((tx) => tx.mail.insertReceived(one))).toBe("inserted");
    expect(await storage.write((tx) => tx.mail.insertReceived(again))).toBe("duplicate");
    const said = { outcome: "taken", detail: "accepted for bo@example.com" };
    const known = { ...said, uid: newId("uid"), accountId: owner, method: "REQUEST" };
    await storage.write((tx) => tx.mail.updateReceived(one.id, known));
    await storage.read(async (tx) => {
      expect(await tx.mail.receivedById(one.id)).toEqual({ ...one, ...known });
      expect(await tx.mail.wasReceived(owner, known.uid, one.sender, said)).toBe(true);
      expect(await tx.mail.wasReceived(owner, known.uid, "bo@example.com", said)).toBe(false);
      for (const other of [
        { ...said, outcome: "shown" },
        { ...said, detail: "" },
      ])
        expect(await tx.mail.wasReceived(owner, known.uid, one.sender, other)).toBe(false);
      expect((await tx.mail.received(1)).map(({ id }) => id)).toEqual([one.id]);
    });
  });

  it("forget the mails to one person of an account's purpose and about a UID, and no others", async () => {
    const to = { recipient: `${newId("guest")}@example.org` };
    const uid = newId("uid");
    const gone = [delivery({ ...to, purpose: "page-booking", uid: null }), delivery({ ...to, uid })];
    const kept = [
      delivery({ ...to, uid: newId("uid") }),
      delivery({ ...to, recipient: "other@example.org", purpose: "page-booking", uid }),
    ];
    await insert(...gone, ...kept);
    const of = { accountId: owner, purpose: "page-booking", uid };
    const sender = to.recipient.toUpperCase();
    const answers = [received({ sender, uid }), received({ sender, uid: newId("uid") }), received({ uid })];
    for (const each of answers) await storage.write((tx) => tx.mail.insertReceived(each));
    await storage.write((tx) => tx.mail.forgetOf(to.recipient, of));
    const answered = await storage.read((tx) =>
      Promise.all(answers.map(({ id }) => tx.mail.receivedById(id))),
    );
    expect(answered).toEqual([undefined, ...answers.slice(1)]);
    const left = await storage.read((tx) => tx.mail.deliveriesById([...gone, ...kept].map(({ id }) => id)));
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  });

  it("forget the old ends of both, a part at a time", async () => {
    await insert(...[1, 2, 3].map((createdAt) => delivery({ createdAt })));
    await storage.write((tx) => tx.mail.insertReceived(received({ at: 1 })));
    expect(await storage.write((tx) => tx.mail.forget(10, 2))).toBe(2);
    expect(await storage.write((tx) => tx.mail.forget(10, 2))).toBe(1);
    expect(await storage.write((tx) => tx.mail.forget(10, 2))).toBe(0);
    const left = await storage.read((tx) => tx.mail.deliveriesOf(owner, null, 99));
    expect(left.every(({ createdAt }) => createdAt >= 10)).toBe(true);
    expect(left.length).toBeGreaterThan(0);
  });
});
