import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { AccountLink, Principal } from "../records/people.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, principal, put } from "./fixtures.ts";

describe.each(backends)("accounts on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });

  const add = async (fields: Partial<Principal> = {}): Promise<Principal> => {
    const one = principal(fields);
    await storage.write((tx) => tx.principals.insert(one));
    return one;
  };

  it("know their groups' members and managers, and forget a deleted group", async () => {
    const [elin, bo, board] = [await add(), await add(), await add({ kind: "group" })];
    await storage.write(async (tx) => {
      await tx.principals.addMember(board.id, elin.id, true);
      await tx.principals.addMember(board.id, bo.id);
    });
    const of = board.id;
    expect(await storage.read((tx) => tx.principals.membersOf(of))).toEqual([
      { groupId: of, memberId: elin.id, isManager: true },
      { groupId: of, memberId: bo.id, isManager: false },
    ]);
    await storage.write((tx) => tx.principals.addMember(board.id, elin.id));
    expect((await storage.read((tx) => tx.principals.membersOf(of))).map((it) => it.isManager)).toEqual([
      false,
      false,
    ]);
    const home = calendar(of, 1);
    await change(storage, of, (tx) => tx.calendars.insert(home));
    await storage.write((tx) => tx.principals.update(of, { status: "deleted", statusSince: 5 }));
    expect(await storage.read((tx) => tx.principals.groupsOf(bo.id))).toEqual([]);
    expect(await storage.read((tx) => tx.calendars.accessibleTo(bo.id))).toEqual([]);
    expect(await storage.read((tx) => tx.calendars.accessible(bo.id, home.id))).toBeUndefined();
    expect(await storage.read((tx) => tx.principals.byId(of))).toMatchObject({ statusSince: 5 });
    await storage.write((tx) => tx.principals.update(of, { status: "active" }));
    expect(await storage.read((tx) => tx.calendars.accessibleTo(bo.id))).toHaveLength(1);
  });

  it("store links by the hash of their token, and forget expired ones", async () => {
    const [elin, bo] = [await add(), await add()];
    const link = (owner: Principal, expiresAt: number): AccountLink => ({
      tokenHash: newId("hash"),
      principalId: owner.id,
      kind: "invitation",
      email: null,
      createdAt: 1,
      expiresAt,
    });
    const [short, long, other] = [link(elin, 10), link(elin, 20), link(bo, 20)];
    await storage.write(async (tx) => {
      for (const one of [short, long, other]) await tx.accountLinks.insert(one);
    });
    expect(await storage.read((tx) => tx.accountLinks.byTokenHash(long.tokenHash))).toEqual(long);
    expect(await storage.read((tx) => tx.accountLinks.ofPrincipal(elin.id))).toHaveLength(2);
    expect(await storage.write((tx) => tx.accountLinks.removeExpired(10, 99))).toBe(1);
    await storage.write((tx) => tx.accountLinks.removeOfPrincipal(elin.id, "device"));
    expect(await storage.read((tx) => tx.accountLinks.byTokenHash(long.tokenHash))).toEqual(long);
    await storage.write((tx) => tx.accountLinks.removeOfPrincipal(elin.id, "invitation"));
    await storage.write((tx) => tx.accountLinks.insert({ ...short, expiresAt: 30 }));
    await storage.write((tx) => tx.accountLinks.removeOfPrincipal(elin.id));
    expect(await storage.read((tx) => tx.accountLinks.ofPrincipal(elin.id))).toEqual([]);
    expect(await storage.read((tx) => tx.accountLinks.byTokenHash(long.tokenHash))).toBeUndefined();
    expect(await storage.read((tx) => tx.accountLinks.byTokenHash(other.tokenHash))).toEqual(other);
  });

  it("find in the audit log by action, words and age", async () => {
    const entries = ["share-changed", "sign-in", "sign-in"].map((action, n) => ({
      id: newId("audit"),
      at: 1_000 + n,
      actorId: null,
      action: action as "sign-in",
      subject: n === 1 ? "Åsa_100%" : "x",
      detail: { note: "Kept" },
    }));
    await storage.write(async (tx) => {
      for (const entry of entries) await tx.audit.append(entry);
    });
    const ids = async (of: object) =>
      (await storage.read((tx) => tx.audit.latest(9, of))).map(({ id }) => id);
    const [share, odd, last] = entries.map(({ id }) => id);
    expect(await ids({ actions: ["sign-in"] })).toEqual([last, odd]);
    expect(await ids({ text: "sa_100%" })).toEqual([odd]);
    expect(await ids({ text: "sa%00" })).toEqual([]);
    expect(await ids({ text: "KEPT", beforeId: last })).toEqual([odd, share]);
  });

  it("hand over a whole calendar: gone from one account, new in the other, with nothing lost", async () => {
    const { owner, home } = await household(storage);
    const [heir, friend] = [await add(), await add()];
    const [kept, gone] = [await put(storage, home), await put(storage, home)];
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(gone.id, gone.etag, { modseq, now: 5, actorId: owner.id }),
    );
    await storage.write(async (tx) => {
      await tx.calendars.setShare({ calendarId: home.id, principalId: friend.id, level: "read" });
      await tx.calendars.setView(home.id, friend.id, { name: "Mitt namn" });
      for (const purpose of ["invitation", "reminder"])
        await tx.mail.insertDelivery({
          id: `${purpose}-${kept.id}`,
          accountId: owner.id,
          causedBy: owner.id,
          purpose,
          objectId: kept.id,
          uid: kept.uid,
          method: null,
          recipient: "asa@elsewhere.example",
          messageId: `<${purpose}-${kept.id}@snart.example>`,
          state: "sent",
          detail: null,
          createdAt: 5,
          updatedAt: 5,
        });
    });
    const before = await storage.read((tx) => tx.principals.modseq(owner.id));
    const modseq = await storage.write(async (tx) => {
      const [first, second] = [owner.id, heir.id].toSorted();
      for (const id of [first, second]) if (id) await tx.lockAccount(id);
      const leaving = await tx.lockAccount(owner.id);
      const next = await tx.lockAccount(heir.id, leaving);
      await tx.calendars.handOver(home.id, leaving, { accountId: heir.id, uri: "ny", modseq: next });
      return next;
    });
    expect(modseq).toBeGreaterThan(before + 1);
    await storage.read(async (tx) => {
      expect(await tx.calendars.byId(home.id)).toMatchObject({
        accountId: heir.id,
        uri: "ny",
        name: home.name,
      });
      expect(await tx.calendars.ofAccount(owner.id)).toEqual([]);
      expect(await tx.objects.byId(kept.id)).toEqual({
        ...kept,
        accountId: heir.id,
        modseq,
        createdModseq: modseq,
      });
      for (const type of ["Calendar", "CalendarEvent"] as const) {
        const left = await tx.changes.inAccount(owner.id, type, before, 9);
        const came = await tx.changes.inAccount(heir.id, type, 0, 9);
        const id = type === "Calendar" ? home.id : kept.id;
        expect(left).toMatchObject({ destroyed: [id], created: [], updated: [] });
        expect(came).toMatchObject({ destroyed: [], created: [id], updated: [] });
      }
      // Mail to guests goes along, mail to the former owner does not.
      const sent = async (id: typeof owner.id) =>
        (await tx.mail.deliveriesOf(id, kept.id, 9)).map(({ purpose }) => purpose);
      expect([await sent(heir.id), await sent(owner.id)]).toEqual([["invitation"], ["reminder"]]);
      expect((await tx.history.trash(heir.id, 0, 9)).map(({ id }) => id)).toEqual([gone.id]);
      expect(await tx.history.trash(owner.id, 0, 9)).toEqual([]);
      expect(await tx.calendars.accessible(friend.id, home.id)).toMatchObject({
        levels: ["read"],
        view: { name: "Mitt namn" },
      });
      expect(await tx.history.knownFrom(home.id)).toBe(modseq);
      expect(await tx.principals.modseq(heir.id)).toBe(modseq);
    });
  });

  it("never raise the number of an account that has been written already", async () => {
    const { owner } = await household(storage);
    await expect(
      storage.write(async (tx) => {
        const modseq = await tx.lockAccount(owner.id);
        await tx.calendars.insert(calendar(owner.id, modseq));
        await tx.lockAccount(owner.id, modseq + 10);
      }),
    ).rejects.toThrow("has been written");
  });
});
