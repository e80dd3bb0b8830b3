import { ownColour } from "@snart/calendar/jscalendar/snart-colours.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { updateProfile } from "../accounts/profile.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import type { Actor } from "../actor.ts";
import { acceptInvitation } from "../accounts/use-account-link.ts";
import { labelKey } from "../bookables/household-label.ts";
import { householdByPin, householdByTag, isPinAllowed, newPin } from "../bookables/household-pin.ts";
import { book } from "../bookings/book.ts";
import { changeHousehold, createHousehold, type NewHousehold } from "./change-household.ts";
import { listHouseholds } from "./households.ts";
import { aboutLetter, joinByLetter, joinSignedIn } from "./join-household.ts";
import { makeLetters, setPin, type Letter } from "./letters.ts";
import { removeHousehold } from "./remove-household.ts";

/** 07:00 on Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const INVITING = { language: "sv", mailFrom: undefined } as const;

type World = Awaited<ReturnType<typeof openBoard>>;
let test: World["test"];
let elin: DavClient;
let bengt: DavClient;
let nils: DavClient;
let laundry: PrincipalId;
beforeEach(async () => {
  const world = await openBoard();
  ({ test, elin, bengt } = world);
  nils = await test.client("nils");
  laundry = await world.make({ name: "Tvättstuga", labels: ["wash"], rules: LAUNDRY });
  return () => test.close();
});

const people = (...logins: readonly string[]) =>
  logins.map((login) => ({ email: `${login}@example.com`, name: "" }));
const made = async (label: string, ...logins: readonly string[]): Promise<PrincipalId> => {
  const given = { label, name: "Sand", people: people(...logins) };
  const done = await createHousehold(test.app, elin.actor, given, INVITING);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return done.value;
};
const seen = async (id: PrincipalId) =>
  (await listHouseholds(test.app, elin.actor)).find(({ principal }) => principal.id === id);
const letterOf = async (id: PrincipalId): Promise<Letter> => {
  const done = await makeLetters(test.app, elin.actor, [id]);
  if (!done.ok || !done.value[0]) throw new Error("no letter");
  return done.value[0];
};
let keys = 0;
/** Books one of the passes of Monday. @returns the party, or why not */
async function booked(actor: Actor, pass: number, partyId?: PrincipalId): Promise<string> {
  const start = MONDAY + pass * 3 * HOUR;
  const wish = { bookableId: laundry, start, end: start + 3 * HOUR, key: `k${(keys += 1)}` };
  const done = await book(test.app, actor, { ...wish, ...(partyId && { partyId }) });
  if (!done.ok) return done.problem.code;
  return done.value.kind === "booked"
    ? (done.value.booking.partyId ?? "nobody")
    : done.value.refusal.reasons.map(({ kind }) => kind).join();
}
const audited = async (action: string) =>
  (await test.app.storage.read((tx) => tx.audit.latest(100))).filter((entry) => entry.action === action);

describe("a household", () => {
  it("is made by an administrator, of people by their addresses, whoever has no account as invited", async () => {
    const given: NewHousehold = {
      label: " lgh 1203 ",
      name: "Sand",
      people: [...people("bengt"), { email: "Lotta@Example.com", name: "Lotta Sand" }],
    };
    expect((await createHousehold(test.app, bengt.actor, given, INVITING)).ok).toBe(false);
    const done = await createHousehold(test.app, elin.actor, given, INVITING);
    if (!done.ok) throw new Error(done.problem.code);
    const one = await seen(done.value);
    expect(one?.principal.displayName).toBe("lgh 1203 Sand");
    expect(one?.household.label).toBe("lgh 1203");
    const who = one?.people.map(({ email, status, displayName }) => [email, status, displayName]);
    expect(who?.toSorted()).toEqual([
      ["bengt@example.com", "active", "bengt"],
      ["lotta@example.com", "invited", "Lotta Sand"],
    ]);
    expect((await listHouseholds(test.app, bengt.actor)).map(({ mayManage }) => mayManage)).toEqual([false]);
    // Lotta was invited in Swedish; when Bengt has said that he reads it too, all of them do.
    const language = async () => (await listHouseholds(test.app, bengt.actor))[0]?.language;
    expect(await language()).toBeNull();
    await updateProfile(test.app, bengt.actor, { preferences: { language: "sv" } });
    expect(await language()).toBe("sv");
    await updateProfile(test.app, bengt.actor, { preferences: { language: "en-GB" } });
    expect(await language()).toBeNull();
    expect(await listHouseholds(test.app, nils.actor)).toEqual([]);
    expect(await audited("household-created")).toHaveLength(1);
  });

  it("has a calendar of another colour than the one before, one of the twelve that the web app offers", async () => {
    const ids = [await made("1203"), await made("1204"), await made("1205")];
    const colours = await test.app.storage.read((tx) =>
      Promise.all(ids.map(async (id) => (await tx.calendars.ofAccount(id))[0]?.color ?? "")),
    );
    expect(new Set(colours).size).toBe(3);
    expect(colours.filter((colour) => !ownColour(colour))).toEqual([]);
  });

  it.each([
    ["a number that is taken, however it is written", { label: "LGH 12-03" }, "household-exists"],
    ["no number", { label: " - " }, "invalid-name"],
    ["a number of a thousand signs", { label: "1".repeat(1_000) }, "invalid-name"],
    ["an address that is none", { label: "1204", people: [{ email: "nobody", name: "" }] }, "invalid-email"],
    ["too many people", { label: "1204", people: people("a", "b", "c", "d") }, "invalid-value"],
    ["a group that is none", { label: "1204", groupId: "nobody" as PrincipalId }, "not-found"],
  ])("is not made of %s, and nothing is left of it", async (_, given, code) => {
    await made("1203", "bengt");
    const before = await test.app.storage.read((tx) => tx.principals.count());
    const limits = { ...test.app.limits, membersPerGroup: 3 };
    const wanted = { name: "", people: [], ...given };
    const done = await createHousehold({ ...test.app, limits }, elin.actor, wanted, INVITING);
    expect(done.ok ? "made" : done.problem.code).toBe(code);
    expect(await test.app.storage.read((tx) => tx.principals.count())).toBe(before);
  });

  it("is renamed, loses people and gets tags, which no other has", async () => {
    const [id, other] = [await made("1203", "bengt", "nils"), await made("1204")];
    const change = (of: PrincipalId, changes: Parameters<typeof changeHousehold>[3]) =>
      changeHousehold(test.app, elin.actor, of, changes, INVITING);
    const tags = new Map([["04 17:22.06", { isBlocked: false }]]);
    expect((await change(id, { name: "Sand Berg", removePeople: [nils.actor.principalId], tags })).ok).toBe(
      true,
    );
    expect(await seen(id)).toMatchObject({
      principal: { displayName: "1203 Sand Berg" },
      people: [{ displayName: "bengt" }],
      tags: [{ number: "04172206", isBlocked: false }],
    });
    const refused = async (...asked: Parameters<typeof change>) => {
      const done = await change(...asked);
      return done.ok ? "done" : done.problem.code;
    };
    expect(await refused(other, { tags })).toBe("tag-taken");
    expect(await refused(other, { tags: new Map([["'; drop table", null]]) })).toBe("invalid-value");
    expect(await refused(other, { label: "lgh 1203", name: "X" })).toBe("household-exists");
    expect((await seen(other))?.principal.displayName).toBe("1204 Sand");
  });
});

describe("booking", () => {
  it("is for one's only household, whose limits count whoever of it books", async () => {
    const id = await made("1203", "bengt", "nils");
    expect(await booked(bengt.actor, 0)).toBe(id);
    expect(await booked(nils.actor, 1)).toBe(id);
    expect(await booked(bengt.actor, 2)).toBe("quota");
    expect(await booked(nils.actor, 2, nils.actor.principalId), "beside it").toBe("invalid-value");
  });

  it("of several is for the one that is named, and without a name for the one last booked for", async () => {
    const [first, second] = [await made("1101", "bengt"), await made("1102", "bengt")];
    expect(await booked(bengt.actor, 0)).toBe(first);
    test.clock.advance(MINUTE);
    expect(await booked(bengt.actor, 1, second)).toBe(second);
    expect(await booked(bengt.actor, 2)).toBe(second);
  });

  it("for another household is its manager's alone, and only for households and people without one", async () => {
    const id = await made("1203", "bengt");
    const group = await test.app.storage.read((tx) => tx.principals.groupsOf(elin.actor.principalId));
    expect(await booked(nils.actor, 0, id)).toBe("forbidden");
    expect(await booked(elin.actor, 0, id)).toBe(id);
    expect(await booked(elin.actor, 1, bengt.actor.principalId)).toBe("invalid-value");
    expect(await booked(elin.actor, 1, group[0]), "a group that is no household").toBe("invalid-value");
    expect(await booked(elin.actor, 1, nils.actor.principalId)).toBe(nils.actor.principalId);
  });

  it("ends with the household, and its people book for themselves", async () => {
    const id = await made("1203", "bengt");
    await booked(bengt.actor, 0);
    expect((await removeHousehold(test.app, bengt.actor, id)).ok).toBe(false);
    expect((await removeHousehold(test.app, elin.actor, id)).ok).toBe(true);
    expect(await listHouseholds(test.app, elin.actor)).toEqual([]);
    const states = await test.app.storage.read((tx) => tx.bookings.ofParty(id, 0));
    expect(states.map(({ state }) => state)).toEqual(["cancelled"]);
    expect(await booked(bengt.actor, 0)).toBe(bengt.actor.principalId);
    const again = await made("1203", "bengt");
    expect(again).not.toBe(id);
  });
});

describe("a PIN", () => {
  it.each([
    "1234",
    "4321",
    "8901",
    "0000",
    "7777",
    "1212",
    "1122",
    "2580",
    "1203",
    "3021",
    "991203",
    "12345",
  ])("is not %s", (pin) => expect(isPinAllowed(pin, "lgh 1203")).toBe(false));
  it.each(["", "123", "12 34", "abcd", "123456789", "１４８３"])("is no %j", (pin) =>
    expect(isPinAllowed(pin, "1203")).toBe(false),
  );
  it("is made so that nobody guesses it first, and may be chosen", () => {
    const pins = Array.from({ length: 500 }, () => newPin(test.app, "1203"));
    expect(pins.every((pin) => isPinAllowed(pin, "1203") && pin.length === 4)).toBe(true);
    expect(new Set(pins).size).toBeGreaterThan(400);
    expect(isPinAllowed("48163", "1203")).toBe(true);
  });

  it("comes with the letter, is stored one way, and is the household's at a door", async () => {
    const id = await made("lgh 1203", "bengt");
    const { pin } = await letterOf(id);
    const at = (label: string, typed = pin) => householdByPin(test.app, { door: "d", label, pin: typed });
    const found = await at("1203");
    expect(found.ok && found.value.principal.id).toBe(id);
    const stored = await test.app.storage.read((tx) => tx.households.byId(id));
    expect(stored?.pinHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(await test.app.storage.read((tx) => tx.audit.latest(100)))).not.toContain(pin);
    for (const label of ["1204", "", "1203' or 1=1"]) expect((await at(label)).ok, label).toBe(false);
  });

  it("is tried five times at one door for one household, and twenty times for all", async () => {
    const [id, other] = [await made("1203"), await made("1204")];
    const { pin } = await letterOf(id);
    const { pin: others } = await letterOf(other);
    const at = async (door: string, label: string, typed: string) => {
      const done = await householdByPin(test.app, { door, label, pin: typed });
      return done.ok ? "in" : done.problem.code;
    };
    const wrong = Array.from({ length: 30 }, (_, n) => `9${String(n).padStart(3, "0")}x`);
    for (let n = 0; n < 5; n++) expect(await at("wash", "1203", wrong[n] ?? "")).toBe("wrong-pin");
    expect(await at("wash", "1203", pin), "the right one too").toBe("too-many-attempts");
    expect(await at("wash", "1204", others)).toBe("in");
    expect(await at("sauna", "1203", pin)).toBe("in");
    test.clock.advance(15 * MINUTE);
    expect(await at("wash", "1203", pin)).toBe("in");
    for (let n = 0; n < 20; n++) expect(await at("wash", `13${n}0`, wrong[n] ?? "")).toBe("wrong-pin");
    expect(await at("wash", "1204", others), "the door waits").toBe("too-many-attempts");
    expect((await audited("pin-paused")).length).toBeGreaterThan(0);
  });

  it("is changed by the household's people and by administrators, and by nobody else", async () => {
    const id = await made("1203", "bengt");
    const { pin } = await letterOf(id);
    const set = async (actor: Actor, typed?: string) => {
      const done = await setPin(test.app, actor, id, typed);
      return done.ok ? done.value : done.problem.code;
    };
    expect(await set(nils.actor, "4816")).toBe("not-found");
    expect(await set({ ...bengt.actor, via: "app-password" }, "4816")).toBe("forbidden");
    expect(await set(bengt.actor, "1203")).toBe("weak-pin");
    expect(await set(bengt.actor, "48160")).toBe("48160");
    expect((await seen(id))?.household.isOwnPin).toBe(true);
    const at = (typed: string) => householdByPin(test.app, { door: "d", label: "1203", pin: typed });
    expect((await at("48160")).ok).toBe(true);
    expect((await at(pin)).ok, "the former one").toBe(false);
    expect(isPinAllowed(await set(elin.actor), "1203")).toBe(true);
  });

  it("may be a tag instead, unless it is blocked", async () => {
    const id = await made("1203");
    const tags = (isBlocked: boolean) => new Map([["0417 2206", { isBlocked }]]);
    const set = (isBlocked: boolean) =>
      changeHousehold(test.app, elin.actor, id, { tags: tags(isBlocked) }, INVITING);
    const at = async (number: string) => {
      const done = await householdByTag(test.app, { door: "d", number });
      return done.ok ? done.value.principal.id : done.problem.code;
    };
    await set(false);
    expect(await at("04:17:22:06")).toBe(id);
    expect((await seen(id))?.tags[0]?.usedAt).toBe(test.app.now());
    await set(true);
    expect(await at("04172206")).toBe("not-found");
    for (let n = 0; n < 19; n++) expect(await at(`0417220${n}9`)).toBe("not-found");
    expect(await at("04172206")).toBe("too-many-attempts");
  });
});

describe("a letter", () => {
  const joining = (code: string, email: string) => ({
    code,
    email,
    displayName: "Lotta Sand",
    language: "sv" as const,
    address: "192.0.2.1",
    publicUrl: null,
  });
  const joined = async (code: string, email: string) => {
    const done = await joinByLetter(test.app, joining(code, email));
    return done.ok ? done.value : done.problem.code;
  };

  it("lets its people in, however the code is typed, until it is made anew or too old", async () => {
    const id = await made("1203");
    const { code } = await letterOf(id);
    expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const about = async (typed: string) => {
      const done = await aboutLetter(test.app, typed, "192.0.2.1");
      return done.ok ? done.value.name : done.problem.code;
    };
    expect(await about(` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe("1203 Sand");
    expect(await about("aaaa-bbbb-cccc")).toBe("account-link-invalid");
    expect(await about("")).toBe("account-link-invalid");
    const { code: next } = await letterOf(id);
    expect(await about(code), "the former letter").toBe("account-link-invalid");
    test.clock.advance(46 * DAY);
    expect(await about(next)).toBe("account-link-invalid");
    expect((await makeLetters(test.app, bengt.actor, [id])).ok).toBe(false);
  });

  it("gives somebody new an account in the household, who then books for it", async () => {
    const id = await made("1203", "bengt");
    const { code } = await letterOf(id);
    const answer = await joined(code, "lotta@example.com");
    if (typeof answer === "string" || answer.isMailed) throw new Error("no link");
    const token = answer.path.replace("/invite/", "");
    const given = { token, displayName: "Lotta", password: "hjortron-och-gran" };
    const accepted = await acceptInvitation(test.app, {
      ...given,
      language: "sv",
      timeZone: "Europe/Stockholm",
    });
    if (!accepted.ok) throw new Error(accepted.problem.code);
    const { id: principalId, login } = accepted.value;
    expect(await booked({ ...bengt.actor, principalId, login }, 0)).toBe(id);
    expect(await joined(code, "lotta@example.com"), "who has an account").toBe("duplicate-email");
    expect(await joined(code, "elin@example.com")).toBe("duplicate-email");
    expect(await joined(code, "no address")).toBe("invalid-email");
    expect(await audited("household-joined")).toHaveLength(1);
  });

  it("lets in whom the board has written down, and somebody who has an account already", async () => {
    const id = await made("1203", "lotta");
    const { code } = await letterOf(id);
    expect(await joined(code, "LOTTA@example.com")).toMatchObject({ isMailed: false });
    expect((await joinSignedIn(test.app, { ...nils.actor, via: "app-password" }, code)).ok).toBe(false);
    expect((await joinSignedIn(test.app, nils.actor, code)).ok).toBe(true);
    expect((await seen(id))?.people.map(({ login }) => login).toSorted()).toEqual(["lotta", "nils"]);
    expect(await booked(nils.actor, 0)).toBe(id);
  });

  it("cannot be guessed: an address has so many tries", async () => {
    const limits = { ...test.app.limits, guestAnswers: 60 };
    const app = { ...test.app, limits };
    const codes = Array.from({ length: 61 }, (_, n) => `aaaa-aaaa-${n}`);
    let last = "";
    for (const code of codes) {
      const done = await aboutLetter(app, code, "192.0.2.9");
      last = done.ok ? "found" : done.problem.code;
    }
    expect(last).toBe("too-many-attempts");
  });
});

it.each([
  ["lgh 1203", "1203"],
  ["Lägenhet 12 03", "1203"],
  ["1203", "1203"],
  ["Apt. 4B", "4b"],
  ["Villa Sol", "villasol"],
  ["Flatön 3", "flatön3"],
])("%s is compared as %s", (label, key) => expect(labelKey(label)).toBe(key));
