import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { CalendarId, PrincipalId } from "../records/ids.ts";
import type { Credential, CredentialData, Principal, Session, SignInStep } from "../records/people.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, principal } from "./fixtures.ts";

describe.each(backends)("people and calendars on $name", (backend) => {
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

  const add = (fields: Partial<Principal> = {}) =>
    storage.write(async (tx) => {
      const one = principal(fields);
      expect(await tx.principals.insert(one)).toBe("inserted");
      return one;
    });
  const addCalendar = (owner: Principal, fields: Partial<Calendar> = {}) =>
    change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq, fields);
      expect(await tx.calendars.insert(made)).toBe("inserted");
      return made;
    });

  describe("principals", () => {
    it("come back unchanged, by id, login and address", async () => {
      const one = await add({ isAdmin: true, preferences: { language: "sv", basicPassword: false } });
      await storage.read(async (tx) => {
        expect(await tx.principals.byId(one.id)).toEqual(one);
        expect(await tx.principals.byLogin(one.login)).toEqual(one);
        expect(await tx.principals.byEmail(one.email!)).toEqual(one);
        expect(await tx.principals.byLogin("nobody")).toBeUndefined();
        expect(await tx.principals.byEmail("nobody@example.com")).toBeUndefined();
        expect(await tx.principals.modseq(one.id)).toBe(0);
      });
    });

    it("come by their ids in that order, each once, without those that are not there", async () => {
      const [one, other] = [await add(), await add()];
      await storage.read(async (tx) => {
        expect(
          await tx.principals.byIds([other.id, newId("principal") as PrincipalId, one.id, other.id]),
        ).toEqual([other, one]);
        expect(await tx.principals.byIds([])).toEqual([]);
      });
    });

    it("are listed by login and counted", async () => {
      const [group, thing] = [
        await add({ kind: "group", email: null }),
        await add({ kind: "bookable", email: null }),
      ];
      await storage.read(async (tx) => {
        const all = await tx.principals.list();
        expect(all.map((one) => one.login)).toEqual(all.map((one) => one.login).toSorted());
        expect(await tx.principals.count()).toBe(all.length);
        expect(await tx.principals.list("group")).toContainEqual(group);
        expect(await tx.principals.list("group")).not.toContainEqual(thing);
      });
    });

    it("have a photo each, whose id stands in every list, and which can be replaced and removed", async () => {
      const [one, other] = [await add(), await add()];
      const photo = {
        principalId: one.id,
        type: "image/jpeg",
        content: new Uint8Array([255, 216, 0]),
      } as const;
      const read = () =>
        storage.read(async (tx) => [
          await tx.principals.photo(one.id),
          (await tx.principals.byId(one.id))?.photoId,
        ]);
      await storage.write((tx) => tx.principals.setPhoto({ ...photo, id: "first" }));
      const [stored, id] = await read();
      expect({ ...(stored as object), content: [...(stored as typeof photo).content] }).toEqual({
        ...photo,
        id: "first",
        content: [255, 216, 0],
      });
      expect(id).toBe("first");
      await storage.write((tx) => tx.principals.setPhoto({ ...photo, id: "second", type: "image/png" }));
      expect(await read()).toEqual([expect.objectContaining({ id: "second", type: "image/png" }), "second"]);
      expect(await storage.read((tx) => tx.principals.byId(other.id))).toEqual(other);
      await storage.write((tx) => tx.principals.removePhoto(one.id));
      expect(await read()).toEqual([undefined, undefined]);
      expect(await storage.read((tx) => tx.principals.byId(one.id))).toEqual(one);
    });

    it("have an availability each, which can be removed", async () => {
      const [one, other] = [await add(), await add()];
      const of = (id: PrincipalId) => storage.read((tx) => tx.principals.availability(id));
      const set = (text: string | undefined) =>
        storage.write((tx) => tx.principals.setAvailability(one.id, text));
      expect(await of(one.id)).toBeUndefined();
      await set("BEGIN:VCALENDAR\r\nå\r\n");
      expect(await of(one.id)).toBe("BEGIN:VCALENDAR\r\nå\r\n");
      await set("again");
      expect([await of(one.id), await of(other.id)]).toEqual(["again", undefined]);
      await set(undefined);
      await set(undefined);
      expect(await of(one.id)).toBeUndefined();
      expect(await storage.read((tx) => tx.principals.byId(one.id))).toEqual(one);
    });

    it("never share a login or, among people, an address; the attempt changes nothing", async () => {
      const one = await add();
      await storage.write(async (tx) => {
        expect(await tx.principals.insert(principal({ login: one.login }))).toBe("duplicate");
        expect(await tx.principals.insert(principal({ email: one.email }))).toBe("duplicate");
        await tx.settings.keep("after a duplicate", "works");
      });
      expect(await storage.read((tx) => tx.settings.get("after a duplicate"))).toBe("works");
      const group = await add({ kind: "group", email: one.email });
      expect(await storage.read((tx) => tx.principals.byEmail(one.email!))).toEqual(one);
      expect(await storage.read((tx) => tx.principals.byId(group.id))).toEqual(group);
    });

    it("change only in the given fields", async () => {
      const [one, other] = [await add(), await add()];
      await storage.write(async (tx) => {
        await tx.principals.update(one.id, {
          displayName: "Nytt namn",
          preferences: { theme: "dark" },
        });
        await tx.principals.update(one.id, {});
      });
      const expected = { ...one, displayName: "Nytt namn", preferences: { theme: "dark" } };
      expect(await storage.read((tx) => tx.principals.byId(one.id))).toEqual(expected);
      expect(await storage.read((tx) => tx.principals.byId(other.id))).toEqual(other);
    });

    it("have another login, and keep those that they had, which nobody else can have", async () => {
      const [one, other] = [await add(), await add()];
      const set = (login: string, ...formerLogins: readonly string[]) =>
        storage.write((tx) => tx.principals.setLogins(one.id, { login, formerLogins }));
      const byLogin = (login: string) => storage.read((tx) => tx.principals.byLogin(login));
      expect(await set(other.login, one.login)).toBe("duplicate");
      expect(await byLogin(one.login)).toEqual(one);
      const [next, last] = [`${one.login}-next`, `${one.login}-last`];
      expect(await set(next, one.login)).toBe("set");
      const now = { ...one, login: next, formerLogins: [one.login] };
      for (const login of [next, one.login]) expect(await byLogin(login)).toEqual(now);
      const { answer } = await storage.write(async (tx) => ({
        answer: await tx.principals.insert(principal({ login: one.login })),
      }));
      expect(answer).toBe("duplicate");
      expect(
        await storage.write((tx) =>
          tx.principals.setLogins(other.id, { login: one.login, formerLogins: [] }),
        ),
      ).toBe("duplicate");
      expect(await set(last)).toBe("set");
      expect(await byLogin(one.login)).toBeUndefined();
      expect(await byLogin(next)).toBeUndefined();
      expect(await byLogin(last)).toMatchObject({ id: one.id, formerLogins: [] });
    });

    it("join and leave groups", async () => {
      const [one, a, b] = [await add(), await add({ kind: "group" }), await add({ kind: "group" })];
      const groups = () => storage.read((tx) => tx.principals.groupsOf(one.id));
      await storage.write(async (tx) => {
        await tx.principals.addMember(b.id, one.id);
        await tx.principals.addMember(a.id, one.id);
        await tx.principals.addMember(a.id, one.id);
      });
      expect(await groups()).toEqual([a.id, b.id]);
      await storage.write((tx) => tx.principals.removeMember(a.id, one.id));
      expect(await groups()).toEqual([b.id]);
      expect(await storage.read((tx) => tx.principals.groupsOf(b.id))).toEqual([]);
    });
  });

  const session = (principalId: PrincipalId, fields: Partial<Session> = {}): Session => ({
    id: newId("session"),
    tokenHash: newId("token"),
    formerTokenHash: null,
    formerEndsAt: null,
    renewedAt: 1,
    principalId,
    createdAt: 1,
    expiresAt: 1_000,
    userAgent: null,
    provedAt: 1,
    ...fields,
  });

  describe("credentials and sessions", () => {
    const credential = (principalId: PrincipalId, fields: Partial<Credential> = {}): Credential => ({
      id: newId("credential"),
      principalId,
      kind: "app-password",
      label: "Elins telefon",
      secretHash: "$argon2id$…",
      createdAt: 1,
      lastUsedAt: null,
      lastUsedBy: null,
      data: null,
      ...fields,
    });

    it("credentials are stored, changed and removed only for their owner", async () => {
      const [one, other] = [await add(), await add()];
      const password = credential(one.id, { kind: "password" });
      const phone = credential(one.id, { createdAt: 2 });
      await storage.write(async (tx) => {
        await tx.credentials.insert(phone);
        await tx.credentials.insert(password);
        await tx.credentials.update(phone.id, { lastUsedAt: 9, lastUsedBy: "DAVx⁵" });
      });
      const used = { ...phone, lastUsedAt: 9, lastUsedBy: "DAVx⁵" };
      const all = () => storage.read((tx) => tx.credentials.ofPrincipal(one.id));
      expect(await all()).toEqual([password, used]);
      expect(await storage.read((tx) => tx.credentials.ofPrincipal(one.id, "app-password"))).toEqual([used]);
      expect(await storage.read((tx) => tx.credentials.ofPrincipal(other.id))).toEqual([]);
      expect(await storage.write((tx) => tx.credentials.remove(other.id, phone.id))).toBe(false);
      expect(await all()).toHaveLength(2);
      expect(await storage.write((tx) => tx.credentials.remove(one.id, phone.id))).toBe(true);
      expect(await all()).toEqual([password]);
    });

    it("what a credential needs is replaced by one of many who have read the same", async () => {
      const [one, other] = [await add(), await add()];
      const codes = (...left: string[]): CredentialData => ({ kind: "recovery", codes: left, of: 2 });
      const read = credential(one.id, { kind: "recovery", data: codes("a", "b") });
      const untouched = credential(other.id, { kind: "recovery", data: codes("a", "b") });
      await storage.write(async (tx) => {
        for (const each of [read, untouched]) await tx.credentials.insert(each);
      });
      const replaced = await Promise.all(
        Array.from({ length: 8 }, () => storage.write((tx) => tx.credentials.replaceData(read, codes("b")))),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
      const of = (id: PrincipalId) => storage.read((tx) => tx.credentials.ofPrincipal(id));
      expect(await of(one.id)).toEqual([{ ...read, data: codes("b") }]);
      expect(await of(other.id)).toEqual([untouched]);
    });

    it("sign-ins that have begun are found by their token, and end once", async () => {
      const [one, other] = [await add(), await add()];
      const step = (fields: Partial<SignInStep> = {}): SignInStep => ({
        tokenHash: newId("step"),
        kind: "second-step",
        principalId: one.id,
        data: { passwordId: "x" },
        createdAt: 1,
        expiresAt: 1_000,
        ...fields,
      });
      const [a, b, c] = [step(), step({ principalId: other.id }), step({ principalId: null })];
      const found = (tokenHash: string) => storage.read((tx) => tx.signInSteps.byTokenHash(tokenHash));
      await storage.write(async (tx) => {
        for (const each of [a, b, c]) await tx.signInSteps.put(each);
      });
      expect([await found(a.tokenHash), await found(c.tokenHash)]).toEqual([a, c]);
      const again = { ...a, data: { secret: "å" }, expiresAt: 2_000 };
      await storage.write((tx) => tx.signInSteps.put(again));
      expect(await found(a.tokenHash)).toEqual(again);
      const ended = await Promise.all(
        Array.from({ length: 8 }, () => storage.write((tx) => tx.signInSteps.remove(a.tokenHash))),
      );
      expect(ended.filter(Boolean)).toHaveLength(1);
      expect(await found(a.tokenHash)).toBeUndefined();
      await storage.write((tx) => tx.signInSteps.removeOfPrincipal(other.id));
      expect([await found(b.tokenHash), await found(c.tokenHash)]).toEqual([undefined, c]);
      expect(await storage.write((tx) => tx.signInSteps.removeExpired(999, 99))).toBe(0);
      expect(await storage.write((tx) => tx.signInSteps.removeExpired(1_000, 99))).toBe(1);
      expect(await found(c.tokenHash)).toBeUndefined();
    });

    it("sessions are found, extended and ended", async () => {
      const [one, other] = [await add(), await add()];
      const [a, b, c] = [session(one.id), session(one.id, { userAgent: "Firefox" }), session(other.id)];
      await storage.write(async (tx) => {
        for (const each of [a, b, c]) await tx.sessions.insert(each);
        expect(await tx.sessions.update(a, { expiresAt: 5_000 })).toBe(true);
      });
      await storage.read(async (tx) => {
        expect(await tx.sessions.byTokenHash(a.tokenHash)).toEqual({ ...a, expiresAt: 5_000 });
        expect(await tx.sessions.byTokenHash("none")).toBeUndefined();
        expect(await tx.sessions.ofPrincipal(one.id)).toEqual([{ ...a, expiresAt: 5_000 }, b]);
      });
      await storage.write((tx) => tx.sessions.removeOfPrincipal(one.id, b.id));
      expect(await storage.read((tx) => tx.sessions.ofPrincipal(one.id))).toEqual([b]);
      expect(await storage.read((tx) => tx.sessions.byTokenHash(c.tokenHash))).toEqual(c);
      expect(await storage.write((tx) => tx.sessions.remove(c.id))).toBe(true);
      expect(await storage.write((tx) => tx.sessions.remove(c.id))).toBe(false);
      expect(await storage.read((tx) => tx.sessions.byTokenHash(c.tokenHash))).toBeUndefined();
      expect(await storage.write((tx) => tx.sessions.removeExpired(999, 99))).toBe(0);
      expect(await storage.write((tx) => tx.sessions.removeExpired(1_000, 99))).toBe(1);
      await storage.write((tx) => tx.sessions.insert(a));
      await storage.write((tx) => tx.sessions.removeOfPrincipal(one.id));
      expect(await storage.read((tx) => tx.sessions.ofPrincipal(one.id))).toEqual([]);
    });
  });

  describe("tokens of a session", () => {
    it("are replaced by one of many, and the former one still finds the session", async () => {
      const first = session((await add()).id);
      await storage.write((tx) => tx.sessions.insert(first));
      const renewed = await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const fields = { tokenHash: newId("token"), formerTokenHash: first.tokenHash, renewedAt: 2 + n };
          return storage.write(async (tx) => (await tx.sessions.update(first, fields)) && fields);
        }),
      );
      const [fields, ...others] = renewed.filter((one) => one !== false);
      expect(others).toEqual([]);
      const now = { ...first, ...fields };
      await storage.read(async (tx) => {
        expect(await tx.sessions.byId(first.id)).toEqual(now);
        expect(await tx.sessions.byTokenHash(first.tokenHash)).toEqual(now);
        expect(await tx.sessions.byTokenHash(now.tokenHash)).toEqual(now);
        expect(await tx.sessions.byId(first.tokenHash)).toBeUndefined();
      });
      await storage.write((tx) => tx.sessions.update(now, { formerEndsAt: 9 }));
      expect(await storage.read((tx) => tx.sessions.byId(first.id))).toEqual({ ...now, formerEndsAt: 9 });
    });
  });

  describe("attempts and known places", () => {
    it("attempts are counted one by one, in windows", async () => {
      const key = newId("key");
      const take = (now: number) => storage.write((tx) => tx.attempts.take(key, now, now + 100));
      const counts = await Promise.all(Array.from({ length: 12 }, () => take(1_000)));
      expect(counts.map(({ taken }) => taken).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 12 }, (_, n) => n + 1),
      );
      expect(await take(1_099)).toEqual({ key, taken: 13, endsAt: 1_100 });
      expect(await take(1_100)).toEqual({ key, taken: 1, endsAt: 1_200 });
      expect(await storage.read((tx) => tx.attempts.byKey(key))).toEqual({ key, taken: 1, endsAt: 1_200 });
      expect(await storage.write((tx) => tx.attempts.removeEnded(1_199, 99))).toBe(0);
      expect(await storage.write((tx) => tx.attempts.removeEnded(1_200, 99))).toBe(1);
      expect(await storage.read((tx) => tx.attempts.byKey(key))).toBeUndefined();
    });

    it("attempts have a bound: those that have counted least make room, the oldest first", async () => {
      const keys = ["often", "old", "new"].map((name) => newId(name)) as [string, string, string];
      await storage.write(async (tx) => {
        for (const key of [keys[0], keys[0], keys[0]]) await tx.attempts.take(key, 0, 1);
        await tx.attempts.take(keys[1], 0, 2);
        await tx.attempts.take(keys[2], 0, 3);
        await tx.attempts.trim(2);
        expect(await tx.attempts.count()).toBe(2);
        expect(await tx.attempts.byKey(keys[1])).toBeUndefined();
        await tx.attempts.trim(2);
        await tx.attempts.trim(1);
        expect(await tx.attempts.byKey(keys[0])).toMatchObject({ taken: 3 });
        await tx.attempts.remove(keys[0]);
        expect(await tx.attempts.count()).toBe(0);
      });
    });

    it("places are remembered for each person, the newest of them", async () => {
      const [one, other] = [await add(), await add()];
      await storage.write(async (tx) => {
        for (const [n, place] of ["a", "b", "c", "b"].entries())
          await tx.knownPlaces.remember(one.id, place, n, 2);
        await tx.knownPlaces.remember(other.id, "a", 9, 2);
      });
      const seen = (id: PrincipalId) =>
        storage.read(async (tx) => {
          const at = [];
          for (const place of ["a", "b", "c"]) at.push(await tx.knownPlaces.seenAt(id, place));
          return at;
        });
      expect(await seen(one.id)).toEqual([undefined, 3, 2]);
      expect(await storage.write((tx) => tx.knownPlaces.forget(3, 99))).toBe(1);
      expect(await seen(one.id)).toEqual([undefined, 3, undefined]);
      await storage.write((tx) => tx.knownPlaces.removeOfPrincipal(one.id));
      expect([await seen(one.id), await seen(other.id)]).toEqual([
        [undefined, undefined, undefined],
        [9, undefined, undefined],
      ]);
    });
  });

  describe("calendars", () => {
    it("come back unchanged, in the owner's order", async () => {
      const { owner, home } = await household(storage);
      const second = await addCalendar(owner, {
        sortOrder: -1,
        color: "#ff0000",
        description: "Å",
        components: ["VTODO"],
        timeZoneText: "BEGIN:VTIMEZONE\r\n",
        deadProperties: { "{http://example.com/}x": "<x xmlns='http://example.com/'>å</x>" },
      });
      await storage.read(async (tx) => {
        expect(await tx.calendars.byId(second.id)).toEqual(second);
        expect(await tx.calendars.byUri(owner.id, second.uri)).toEqual(second);
        expect(await tx.calendars.ofAccount(owner.id)).toEqual([second, home]);
        expect(await tx.calendars.byId("none" as CalendarId)).toBeUndefined();
        expect(await tx.calendars.byUri(owner.id, "none")).toBeUndefined();
      });
    });

    it("have a unique uri in the account, and change only in the given fields", async () => {
      const { owner, home } = await household(storage);
      const stranger = await household(storage);
      const insert = (who: Principal) =>
        change(storage, who.id, (tx, modseq) =>
          tx.calendars.insert(calendar(who.id, modseq, { uri: home.uri })),
        );
      expect(await insert(owner)).toBe("duplicate");
      expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(1);
      expect(await insert(stranger.owner)).toBe("inserted");
      await change(storage, owner.id, async (tx, modseq) => {
        await tx.calendars.update(home.id, { name: "Ny", color: "#fff", modseq });
        await tx.calendars.update(home.id, {});
      });
      expect(await storage.read((tx) => tx.calendars.byId(home.id))).toEqual({
        ...home,
        name: "Ny",
        color: "#fff",
        modseq: 2,
      });
    });

    it("are accessible by owning, by the owner's group, by share and by the share of a group, and not otherwise", async () => {
      const [elin, family, board, stranger] = [
        await add(),
        await add({ kind: "group" }),
        await add({ kind: "group" }),
        await add(),
      ];
      const own = await addCalendar(elin, { sortOrder: 1 });
      const families = await addCalendar(family, { sortOrder: 2 });
      const shared = await addCalendar(stranger, { sortOrder: 3 });
      const both = await addCalendar(stranger, { sortOrder: 4 });
      const hidden = await addCalendar(stranger, { sortOrder: 5 });
      const boards = await addCalendar(board, { sortOrder: 6 });
      await storage.write(async (tx) => {
        await tx.principals.addMember(family.id, elin.id);
        await tx.calendars.setShare({ calendarId: shared.id, principalId: elin.id, level: "freeBusy" });
        await tx.calendars.setShare({ calendarId: shared.id, principalId: elin.id, level: "read" });
        await tx.calendars.setShare({ calendarId: both.id, principalId: elin.id, level: "read" });
        await tx.calendars.setShare({ calendarId: both.id, principalId: family.id, level: "edit" });
        await tx.calendars.setShare({ calendarId: hidden.id, principalId: board.id, level: "manage" });
        await tx.calendars.setView(shared.id, elin.id, { name: "Grannens", isVisible: false });
        await tx.calendars.setView(shared.id, stranger.id, { name: "not Elin's" });
        await tx.calendars.setView(own.id, elin.id, { color: "#123456" });
        await tx.calendars.setView(own.id, elin.id, { color: "#654321" });
      });
      const me = { id: elin.id, login: elin.login, formerLogins: [], email: elin.email, formerEmails: [] };
      const addressed = ({ id, login, formerLogins, email, formerEmails }: Principal) => ({
        id,
        login,
        formerLogins,
        email,
        formerEmails,
      });
      const owner = addressed(stranger);
      const expected = [
        {
          calendar: own,
          levels: [],
          isOwner: true,
          isManager: true,
          isOfBookable: false,
          view: { color: "#654321" },
          me,
          owner: me,
        },
        {
          calendar: families,
          levels: [],
          isOwner: true,
          isManager: false,
          isOfBookable: false,
          view: {},
          me,
          owner: addressed(family),
        },
        {
          calendar: shared,
          levels: ["read"],
          isOwner: false,
          isManager: false,
          isOfBookable: false,
          view: { name: "Grannens", isVisible: false },
          me,
          owner,
        },
        {
          calendar: both,
          levels: ["read", "edit"],
          isOwner: false,
          isManager: false,
          isOfBookable: false,
          view: {},
          me,
          owner,
        },
      ];
      await storage.read(async (tx) => {
        const all = await tx.calendars.accessibleTo(elin.id);
        expect(all.map((one) => ({ ...one, levels: one.levels.toSorted().toReversed() }))).toEqual(
          expected.map((one) => ({ ...one, remindsOthers: false })),
        );
        for (const one of all) expect(await tx.calendars.accessible(elin.id, one.calendar.id)).toEqual(one);
        for (const id of new Set([elin.id, ...all.map(({ calendar }) => calendar.accountId)]))
          expect(await tx.calendars.accessibleIn(elin.id, id)).toEqual(
            all.filter(({ calendar }) => calendar.accountId === id),
          );
        expect(all.map(({ isManager }) => isManager)).toEqual([true, false, false, false]);
        for (const { id } of [hidden, boards])
          expect(await tx.calendars.accessible(elin.id, id)).toBeUndefined();
        expect(await tx.calendars.accessible(elin.id, "none" as CalendarId)).toBeUndefined();
        expect(await tx.calendars.sharesOf(both.id)).toHaveLength(2);
        expect(await tx.calendars.sharesOf(own.id)).toEqual([]);
      });
    });

    it("are known to have default alerts of sharees", async () => {
      const [elin, stranger] = [await add(), await add()];
      const [own, shared] = [await addCalendar(elin), await addCalendar(stranger)];
      const alerts = { d: { trigger: { offset: "-PT10M" } } };
      await storage.write(async (tx) => {
        await tx.calendars.setShare({ calendarId: shared.id, principalId: elin.id, level: "read" });
        await tx.calendars.setView(own.id, elin.id, { defaultAlertsWithTime: alerts });
        await tx.calendars.setView(shared.id, elin.id, { defaultAlertsWithoutTime: alerts });
        await tx.calendars.setView(shared.id, stranger.id, { name: "Plain" });
      });
      await storage.read(async (tx) => {
        const remindsOthers = async (of: Principal, { id }: Calendar) =>
          (await tx.calendars.accessible(of.id, id))?.remindsOthers;
        expect(await remindsOthers(elin, own)).toBe(false);
        expect(await remindsOthers(elin, shared)).toBe(true);
        expect(await remindsOthers(stranger, shared)).toBe(true);
        expect(await tx.reminders.withDefaultAlerts(own.id)).toEqual([elin.id]);
        expect(await tx.reminders.withDefaultAlerts(shared.id)).toEqual([elin.id]);
      });
    });

    it("are no longer accessible once the share is gone or the group is left", async () => {
      const [elin, family, stranger] = [await add(), await add({ kind: "group" }), await add()];
      const shared = await addCalendar(stranger);
      const grouped = await addCalendar(stranger);
      await storage.write(async (tx) => {
        await tx.principals.addMember(family.id, elin.id);
        await tx.calendars.setShare({ calendarId: shared.id, principalId: elin.id, level: "read" });
        await tx.calendars.setShare({ calendarId: grouped.id, principalId: family.id, level: "read" });
      });
      expect(await storage.read((tx) => tx.calendars.accessibleTo(elin.id))).toHaveLength(2);
      const readers = (id: CalendarId) => storage.read((tx) => tx.calendars.readers(id));
      expect(await readers(shared.id)).toEqual([{ person: elin, level: "read", view: {} }]);
      expect(await readers(grouped.id), "groups are nobody").toEqual([]);
      await storage.write(async (tx) => {
        await tx.calendars.setView(shared.id, elin.id, { isSubscribed: false });
        await tx.calendars.setShare({ calendarId: grouped.id, principalId: elin.id, level: "freeBusy" });
      });
      expect(await readers(shared.id)).toEqual([
        { person: elin, level: "read", view: { isSubscribed: false } },
      ]);
      expect(await readers(grouped.id), "who sees when it is busy alone").toEqual([]);
      await storage.write((tx) => tx.calendars.removeShare(grouped.id, elin.id));
      await storage.write(async (tx) => {
        await tx.calendars.removeShare(shared.id, elin.id);
        await tx.principals.removeMember(family.id, elin.id);
      });
      expect(await storage.read((tx) => tx.calendars.accessibleTo(elin.id))).toEqual([]);
      expect(await storage.read((tx) => tx.calendars.accessible(elin.id, grouped.id))).toBeUndefined();
      expect(await storage.read((tx) => tx.calendars.accessibleIn(elin.id, stranger.id))).toEqual([]);
      expect(await storage.read((tx) => tx.calendars.sharesOf(grouped.id))).toHaveLength(1);
    });

    it("are removed with their shares and views, and nothing of others", async () => {
      const { owner, home } = await household(storage);
      const [guest, other] = [await add(), await addCalendar(owner)];
      await storage.write(async (tx) => {
        for (const { id } of [home, other]) {
          await tx.calendars.setShare({ calendarId: id, principalId: guest.id, level: "read" });
          await tx.calendars.setView(id, guest.id, { name: "x" });
        }
      });
      await change(storage, owner.id, (tx, modseq) => tx.calendars.remove(home.id, modseq, 1, owner.id));
      await storage.read(async (tx) => {
        expect(await tx.calendars.byId(home.id)).toBeUndefined();
        expect(await tx.calendars.sharesOf(home.id)).toEqual([]);
        const left = await tx.calendars.accessibleTo(guest.id);
        expect(left.map((one) => one.calendar.id)).toEqual([other.id]);
      });
    });
  });
});
