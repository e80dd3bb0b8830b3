import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeDeletedAccounts } from "../../app/accounts/delete-account.ts";
import { acceptInvitation, aboutLink, resetPassword } from "../../app/accounts/use-account-link.ts";
import { listAudit } from "../../app/audit.ts";
import { checkPassword } from "../../app/sign-in/sign-in.ts";
import { passwordOf } from "../../testing/test-app.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, admin, elin } = eachWithJmap(["admin", "elin"]);
beforeEach(async () => {
  await jmap.app.storage.write((tx) => tx.principals.update(admin.actor.principalId, { isAdmin: true }));
});
afterEach(async () => {
  expect(jmap.reported).toEqual([]);
});

const DAY = 86_400_000;
const PERSON = { name: "Bo Ek", email: "Bo@example.com" };
const NEW = {
  displayName: "Bo Ek",
  password: "granar i dimma",
  language: "sv",
  timeZone: "Europe/Stockholm",
} as const;
const set = (args: object, client = admin): Promise<Answer> => client.call("Account/set", args);
const invite = async (fields: object = {}): Promise<{ id: string; token: string; link: Answer }> => {
  const { id, link } = (await set({ create: { p: { ...PERSON, ...fields } } })).created.p;
  return { id, link, token: link.url.split("/").at(-1) };
};
const accounts = async (): Promise<Answer[]> => (await admin.call("Account/get", { ids: null })).list;
const statusOf = async (id: string): Promise<string> =>
  (await accounts()).find((one) => one.id === id)?.status;

describe("an invitation", () => {
  it("becomes an account with a calendar, once", async () => {
    const { id, token, link } = await invite();
    expect(link).toMatchObject({ kind: "invitation", isMailed: false });
    expect(link.url).toBe(`https://snart.test/invite/${token}`);
    expect(await statusOf(id)).toBe("invited");
    expect(await aboutLink(jmap.app, token, "invitation")).toMatchObject({
      value: { displayName: "Bo Ek", email: "bo@example.com" },
    });
    const accepted = await acceptInvitation(jmap.app, { token, ...NEW });
    expect(accepted).toMatchObject({ ok: true, value: { status: "active", login: "bo", isAdmin: false } });
    expect(await statusOf(id)).toBe("active");
    expect(await checkPassword(jmap.app, "bo@example.com", NEW.password)).toBeDefined();
    const again = await acceptInvitation(jmap.app, { token, ...NEW, password: "något helt annat" });
    expect(again).toMatchObject({ ok: false, problem: { code: "account-link-invalid" } });
    expect(await checkPassword(jmap.app, "bo@example.com", NEW.password)).toBeDefined();
  });

  it("is accepted once also when it is used twice at the same moment", async () => {
    const { token } = await invite();
    const both = await Promise.all([
      acceptInvitation(jmap.app, { token, ...NEW }),
      acceptInvitation(jmap.app, { token, ...NEW, password: "något helt annat" }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await accounts()).toHaveLength(3);
  });

  it("is over after its time, and when it is made anew or the person is deleted", async () => {
    const { id, token } = await invite();
    jmap.clock.advance(jmap.app.limits.inviteDays * DAY);
    const wrong = { ok: false, problem: { code: "account-link-invalid" } };
    expect(await acceptInvitation(jmap.app, { token, ...NEW })).toMatchObject(wrong);
    const first = (await admin.call("Account/link", { id })).link.url.split("/").at(-1);
    const second = (await admin.call("Account/link", { id })).link.url.split("/").at(-1);
    expect(await acceptInvitation(jmap.app, { token: first, ...NEW })).toMatchObject(wrong);
    expect(await aboutLink(jmap.app, second, "invitation")).toMatchObject({ ok: true });
    await set({ destroy: [id] });
    expect(await acceptInvitation(jmap.app, { token: second, ...NEW })).toMatchObject(wrong);
    await set({ update: { [id]: { status: "active" } } });
    expect(await statusOf(id)).toBe("invited");
  });

  it("gives the same answer to every guess, and to a link of the other kind", async () => {
    const { token } = await invite();
    const reset = (await admin.call("Account/link", { id: elin.accountId })).link.url.split("/").at(-1);
    const guesses = ["", "x", token.slice(1), `${token}x`, "a".repeat(4_000), "\0", reset];
    for (const guess of guesses)
      expect(await acceptInvitation(jmap.app, { token: guess, ...NEW })).toEqual({
        ok: false,
        problem: { code: "account-link-invalid" },
      });
    expect(await resetPassword(jmap.app, token, NEW.password)).toMatchObject({
      problem: { code: "account-link-invalid" },
    });
    expect(await aboutLink(jmap.app, token, "invitation")).toMatchObject({ ok: true });
  });

  it("keeps the link when the form was wrong", async () => {
    const { token } = await invite();
    for (const [fields, code] of [
      [{ password: "kort" }, "weak-password"],
      [{ displayName: " " }, "invalid-name"],
    ] as const)
      expect(await acceptInvitation(jmap.app, { token, ...NEW, ...fields })).toMatchObject({
        problem: { code },
      });
    expect(await acceptInvitation(jmap.app, { token, ...NEW })).toMatchObject({ ok: true });
  });

  it.each([
    ["no address", { email: "bo" }, "email"],
    ["an address that is taken", { email: "ELIN@example.com" }, "email"],
    ["no name", { name: "" }, "displayName"],
    ["more than is asked for", { password: "x" }, "password"],
  ])("is refused with %s", async (_what, fields, property) => {
    const answer = await set({ create: { p: { ...PERSON, ...fields } } });
    expect(answer.notCreated.p).toMatchObject({ type: "invalidProperties", properties: [property] });
    expect(await accounts()).toHaveLength(2);
  });
});

describe("an account", () => {
  it("that is suspended lets nobody in, still shows its shared calendars, and is unchanged afterwards", async () => {
    const [calendar] = await elin.calendars();
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: calendar.id, principalId: admin.actor.principalId, level: "read" }),
    );
    await set({ update: { [elin.accountId]: { status: "suspended" } } });
    expect(await checkPassword(jmap.app, "elin", passwordOf("elin"))).toBeUndefined();
    expect((await admin.call("Calendar/get", { accountId: elin.accountId, ids: null })).list).toHaveLength(1);
    expect((await admin.failing("Account/link", { id: elin.accountId })).type).toBe("notFound");
    await set({ update: { [elin.accountId]: { status: "active" } } });
    expect(await checkPassword(jmap.app, "elin", passwordOf("elin"))).toBeDefined();
  });

  it("that is deleted can be restored during the grace period, and not afterwards", async () => {
    const [calendar] = await elin.calendars();
    const event = await jmap.put(elin.actor, calendar.id, "a.ics", vevent("a", "DTSTART:20261123T120000Z"));
    await set({ destroy: [elin.accountId] });
    expect(await statusOf(elin.accountId)).toBe("deleted");
    expect(await checkPassword(jmap.app, "elin", passwordOf("elin"))).toBeUndefined();
    jmap.clock.advance((jmap.app.limits.accountGraceDays - 1) * DAY);
    await removeDeletedAccounts(jmap.app);
    await set({ update: { [elin.accountId]: { status: "active" } } });
    expect(await elin.event(event)).toMatchObject({ id: event });
    await set({ destroy: [elin.accountId] });
    jmap.clock.advance(jmap.app.limits.accountGraceDays * DAY);
    await removeDeletedAccounts(jmap.app);
    expect(await statusOf(elin.accountId)).toBeUndefined();
    await jmap.app.storage.read(async (tx) => {
      expect(await tx.principals.byId(elin.actor.principalId)).toMatchObject({
        displayName: "",
        email: null,
      });
      expect(await tx.calendars.ofAccount(elin.actor.principalId)).toEqual([]);
      expect(await tx.credentials.ofPrincipal(elin.actor.principalId)).toEqual([]);
      expect(await tx.changes.versions(event as never, 9)).toEqual([]);
    });
    const back = await set({ update: { [elin.accountId]: { status: "active" } } });
    expect(back.notUpdated[elin.accountId].type).toBe("notFound");
    const [removed] = await listAudit(jmap.app, 1);
    expect(removed).toMatchObject({ action: "account-removed" });
    expect(JSON.stringify(removed)).not.toContain("elin");
  });

  it("leaves its calendars to their new owners, with nothing lost", async () => {
    const nils = await jmap.client("nils");
    const [calendar] = await elin.calendars();
    const event = await jmap.put(elin.actor, calendar.id, "a.ics", vevent("a", "DTSTART:20261123T120000Z"));
    const refused = await set({ destroy: [elin.accountId], calendarsTo: "nobody" });
    expect(refused.notDestroyed[elin.accountId].type).toBe("invalidProperties");
    expect(await statusOf(elin.accountId)).toBe("active");
    await set({ destroy: [elin.accountId], calendarsTo: nils.accountId });
    expect(new Set((await nils.calendars()).map(({ name }) => name))).toEqual(new Set(["elin", "nils"]));
    jmap.clock.advance(jmap.app.limits.accountGraceDays * DAY);
    await removeDeletedAccounts(jmap.app);
    expect(await nils.event(event)).toMatchObject({ id: event });
  });

  it("gets a new password by link, once, and is signed out everywhere", async () => {
    const { link } = await admin.call("Account/link", { id: elin.accountId });
    const token = link.url.split("/").at(-1);
    expect(link.url).toContain("/reset/");
    expect(await resetPassword(jmap.app, token, "kort")).toMatchObject({
      problem: { code: "weak-password" },
    });
    expect(await resetPassword(jmap.app, token, NEW.password)).toMatchObject({ ok: true });
    expect(await resetPassword(jmap.app, token, "ännu ett annat")).toMatchObject({ ok: false });
    expect(await checkPassword(jmap.app, "elin", passwordOf("elin"))).toBeUndefined();
    expect(await checkPassword(jmap.app, "elin", NEW.password)).toBeDefined();
    const late = (await admin.call("Account/link", { id: elin.accountId })).link.url.split("/").at(-1);
    jmap.clock.advance(jmap.app.limits.resetHours * 3_600_000);
    expect(await resetPassword(jmap.app, late, "ännu ett annat")).toMatchObject({ ok: false });
  });

  it("of the last administrator can't be suspended, deleted or demoted", async () => {
    const id = admin.accountId;
    for (const patch of [{ isAdmin: false }, { status: "suspended" }])
      expect((await set({ update: { [id]: patch } })).notUpdated[id]).toMatchObject({
        code: "last-administrator",
      });
    expect((await set({ destroy: [id] })).notDestroyed[id]).toMatchObject({ code: "last-administrator" });
    // Invited and suspended people can't administer, so they do not count.
    await invite({ isAdmin: true });
    await set({ update: { [elin.accountId]: { isAdmin: true, status: "suspended" } } });
    expect((await set({ destroy: [id] })).notDestroyed[id]).toMatchObject({ code: "last-administrator" });
    await set({ update: { [elin.accountId]: { status: "active" } } });
    expect((await set({ update: { [id]: { isAdmin: false } } })).updated).toEqual({ [id]: null });
    expect((await admin.failing("Account/get", { ids: null })).type).toBe("forbidden");
  });

  it("can't be activated without acceptance", async () => {
    const { id } = await invite();
    for (const status of ["active", "suspended"])
      expect((await set({ update: { [id]: { status } } })).notUpdated[id]).toMatchObject({
        type: "invalidProperties",
        properties: ["status"],
      });
  });
});

describe("a member", () => {
  it("can't see or use administration", async () => {
    const { id } = await invite();
    const before = await accounts();
    const calls: readonly (readonly [string, object])[] = [
      ["Account/get", { ids: null }],
      ["Account/set", { create: { p: { ...PERSON, email: "x@example.com", isAdmin: true } } }],
      ["Account/set", { update: { [elin.accountId]: { isAdmin: true } } }],
      ["Account/set", { destroy: [admin.accountId] }],
      ["Account/link", { id }],
      ["Account/link", { id: admin.accountId }],
      ["AuditEntry/list", {}],
      ["Server/health", {}],
    ];
    for (const [name, args] of calls) expect((await elin.failing(name, args)).type).toBe("forbidden");
    expect(await accounts()).toEqual(before);
    const profile = await elin.call("Profile/set", { update: { [elin.accountId]: { isAdmin: true } } });
    expect(profile.updated).toBeNull();
    expect(await accounts()).toEqual(before);
  });
});

describe("the audit log and health", () => {
  it("show administrators what happened, newest first and by words", async () => {
    await invite();
    const { list } = await admin.call("AuditEntry/list", { text: "BO@example" });
    expect(list).toMatchObject([{ action: "user-invited", subject: "bo@example.com", actorName: "admin" }]);
    const all = (await admin.call("AuditEntry/list")).list;
    const rest = (await admin.call("AuditEntry/list", { before: all[0].id })).list;
    expect(rest).toEqual(all.slice(1));
    const { health } = await admin.call("Server/health");
    expect(health).toMatchObject({ isOk: true, database: "sqlite", sendsMail: false, people: 2, groups: 0 });
    expect(health.freeBytes, "its database is in memory").toBeNull();
    const said = Object.fromEntries(
      health.checks.map((it: { thing: string; state: string; says: string }) => [
        it.thing,
        `${it.state} ${it.says}`,
      ]),
    );
    expect(said).toMatchObject({
      database: "well ok",
      mail: "off off",
      backups: "off off",
      jobs: "well ok",
      people: "well ok",
    });
    expect(said).not.toHaveProperty("disk");
    expect(said, "nobody serves it").not.toHaveProperty("version");
  });
});
