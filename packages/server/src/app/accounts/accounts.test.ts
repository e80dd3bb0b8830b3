import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestApp, passwordOf, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { createAppPassword, listAppPasswords, removeAppPassword } from "../sign-in/app-passwords.ts";
import { actorOfBasic } from "../sign-in/basic-sign-in.ts";
import { changePassword } from "./change-password.ts";
import { listCalendars } from "../calendars/list-calendars.ts";
import { updateProfile } from "./profile.ts";
import { setUp, setupNeeded, setupToken } from "./set-up.ts";
import { actorOfSession, signOut } from "../sign-in/sessions.ts";
import { signIn } from "../../testing/people/sign-in.ts";
import { isStillSignedIn } from "../still-signed-in.ts";

const CLIENT = { address: "192.0.2.1", userAgent: null };
let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const MINUTE = 60_000;
const DAY = 86_400_000;
const client = { address: "192.0.2.1", userAgent: "DAVx5/4.4" };
const attempt = (login: string, password: string, address = "192.0.2.1") =>
  signIn(test.app, { login, password, address, userAgent: null });
const first = {
  displayName: "Elin Sand",
  email: "Elin@Example.com",
  password: "correct horse",
  language: "sv" as const,
  timeZone: "Europe/Stockholm",
};

describe("the first run", () => {
  it("gives the same link until it is used, then none", async () => {
    const token = await setupToken(test.app);
    expect(await setupToken(test.app)).toBe(token);
    expect(token?.length).toBeGreaterThanOrEqual(24);
    const made = await setUp(test.app, { ...first, token: token ?? "" });
    expect(made.ok && made.value).toMatchObject({ isAdmin: true, login: "elin", email: "elin@example.com" });
    expect(await setupNeeded(test.app)).toBe(false);
    expect(await setupToken(test.app)).toBeUndefined();
    const again = await setUp(test.app, { ...first, email: "b@example.com", token: token ?? "" });
    expect(again).toEqual({ ok: false, problem: { code: "setup-done" } });
  });

  it("creates a first calendar", async () => {
    const elin = await test.person("elin");
    const calendars = await listCalendars(test.app, elin);
    expect(calendars.ok && calendars.value.map(({ calendar }) => calendar.uri)).toEqual(["calendar"]);
  });

  it("refuses a wrong link and invalid input, and creates nobody", async () => {
    const token = (await setupToken(test.app)) ?? "";
    const refused = [
      { ...first, token: "guess" },
      { ...first, token, email: "no address" },
      { ...first, token, password: "short" },
      { ...first, token, password: "x".repeat(1025) },
      { ...first, token, displayName: "  " },
    ];
    const codes = [];
    for (const input of refused) {
      const result = await setUp(test.app, input);
      codes.push(result.ok ? "ok" : result.problem.code);
    }
    expect(codes).toEqual([
      "setup-token-wrong",
      "invalid-email",
      "weak-password",
      "weak-password",
      "invalid-name",
    ]);
    expect(await setupNeeded(test.app)).toBe(true);
  });

  it("lets only one of two simultaneous users of the link in", async () => {
    const token = (await setupToken(test.app)) ?? "";
    const emails = ["a@example.com", "b@example.com"];
    const results = await Promise.all(emails.map((email) => setUp(test.app, { ...first, email, token })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe("signing in", () => {
  it("works with e-mail or login, ends, and does not come back", async () => {
    await test.person("elin");
    expect((await attempt("ELIN@example.com", passwordOf("elin"))).ok).toBe(true);
    const session = await attempt("elin", passwordOf("elin"));
    if (!session.ok) throw new Error(session.problem.code);
    const actor = await actorOfSession(test.app, session.value.token, CLIENT);
    expect(actor?.login).toBe("elin");
    if (actor) await signOut(test.app, actor);
    expect(await actorOfSession(test.app, session.value.token, CLIENT)).toBeUndefined();
  });

  it("slides with use and ends without", async () => {
    await test.person("elin");
    const session = await attempt("elin", passwordOf("elin"));
    if (!session.ok) throw new Error(session.problem.code);
    test.clock.advance(29 * DAY);
    expect(await actorOfSession(test.app, session.value.token, CLIENT)).toBeDefined();
    test.clock.advance(29 * DAY);
    expect(await actorOfSession(test.app, session.value.token, CLIENT)).toBeDefined();
    test.clock.advance(31 * DAY);
    expect(await actorOfSession(test.app, session.value.token, CLIENT)).toBeUndefined();
  });

  it("counts down, then pauses, also for the right password, then goes on", async () => {
    await test.person("elin");
    const left = [];
    for (let n = 0; n < 10; n++) {
      const wrong = await attempt("elin", `wrong ${n}`);
      left.push(!wrong.ok && wrong.problem.code === "wrong-password" ? wrong.problem.attemptsLeft : -1);
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect((await attempt("elin", passwordOf("elin"), "198.51.100.7")).ok, "elsewhere").toBe(true);
    const paused = await attempt("elin", passwordOf("elin"));
    expect(paused).toEqual({ ok: false, problem: { code: "too-many-attempts", retryAfter: 900 } });
    test.clock.advance(15 * MINUTE);
    expect((await attempt("elin", passwordOf("elin"))).ok).toBe(true);
  });

  it("answers the same for a person who does not exist", async () => {
    await test.person("elin");
    const nobody = await attempt("nobody", "wrong", "203.0.113.1");
    const wrong = await attempt("elin", "wrong", "203.0.113.2");
    expect(nobody).toEqual(wrong);
  });

  it("changes the password, ends other sessions and keeps this one", async () => {
    await test.person("elin");
    const [here, there] = [
      await attempt("elin", passwordOf("elin")),
      await attempt("elin", passwordOf("elin")),
    ];
    if (!here.ok || !there.ok) throw new Error("no session");
    const wrong = await changePassword(test.app, here.value.actor, "wrong", "a new password");
    expect(!wrong.ok && wrong.problem.code).toBe("wrong-password");
    expect((await changePassword(test.app, here.value.actor, passwordOf("elin"), "a new password")).ok).toBe(
      true,
    );
    expect(await actorOfSession(test.app, here.value.token, CLIENT)).toBeDefined();
    expect(await actorOfSession(test.app, there.value.token, CLIENT)).toBeUndefined();
    expect((await attempt("elin", passwordOf("elin"))).ok).toBe(false);
    expect((await attempt("elin", "a new password")).ok).toBe(true);
  });
});

describe("a password that is changed while it is being checked", () => {
  /** The app of somebody whose check of the old password ends just after its owner has changed it. */
  async function overtaken(): Promise<{ app: TestApp["app"]; thief: Actor }> {
    await test.person("elin");
    const [owner, thief] = [
      await attempt("elin", passwordOf("elin")),
      await attempt("elin", passwordOf("elin")),
    ];
    if (!owner.ok || !thief.ok) throw new Error("no session");
    const { passwords } = test.app;
    let change: Promise<unknown> | undefined;
    const verify: typeof passwords.verify = async (password, hash) => {
      const matches = await passwords.verify(password, hash);
      await (change ??= changePassword(test.app, owner.value.actor, passwordOf("elin"), "a new password"));
      return matches;
    };
    return { app: { ...test.app, passwords: { ...passwords, verify } }, thief: thief.value.actor };
  }

  it("begins no session", async () => {
    const { app } = await overtaken();
    const input = { login: "elin", password: passwordOf("elin"), ...client };
    const late = await signIn(app, input);
    expect(!late.ok && late.problem.code).toBe("wrong-password");
  });

  it("is not changed again with the old one", async () => {
    const { app, thief } = await overtaken();
    const late = await changePassword(app, thief, passwordOf("elin"), "the password of a thief");
    expect(!late.ok && late.problem.code).toBe("wrong-password");
    expect((await attempt("elin", "a new password")).ok).toBe(true);
  });
});

describe("app passwords", () => {
  it("is shown once, lets a client in, records when and which, and can be revoked at once", async () => {
    const elin = await test.person("elin");
    const made = await createAppPassword(test.app, elin, "Elin’s phone");
    if (!made.ok) throw new Error(made.problem.code);
    expect(made.value.secret).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const [listed] = await listAppPasswords(test.app, elin);
    expect(JSON.stringify(listed)).not.toContain(made.value.secret);
    const typed = made.value.secret.replaceAll("-", " ").toUpperCase();
    const actor = await actorOfBasic(test.app, "elin", typed, client);
    expect(actor.ok && actor.value.via).toBe("app-password");
    const [used] = await listAppPasswords(test.app, elin);
    expect(used).toMatchObject({ lastUsedAt: test.clock.now(), lastUsedBy: "DAVx5/4.4" });
    expect((await removeAppPassword(test.app, elin, made.value.credential.id)).ok).toBe(true);
    expect((await actorOfBasic(test.app, "elin", typed, client)).ok).toBe(false);
  });

  it("opens nobody else’s account and creates no further ones", async () => {
    const [elin] = [await test.person("elin"), await test.person("jonas")];
    const made = await createAppPassword(test.app, elin, "Phone");
    if (!made.ok) throw new Error(made.problem.code);
    expect((await actorOfBasic(test.app, "jonas", made.value.secret, client)).ok).toBe(false);
    const program = await actorOfBasic(test.app, "elin", made.value.secret, client);
    if (!program.ok) throw new Error(program.problem.code);
    expect((await createAppPassword(test.app, program.value, "More")).ok).toBe(false);
    expect((await changePassword(test.app, program.value, passwordOf("elin"), "a new password")).ok).toBe(
      false,
    );
    expect(await listAppPasswords(test.app, elin)).toHaveLength(1);
  });

  it("leaves the account password working until its owner turns that off", async () => {
    const elin = await test.person("elin");
    expect((await actorOfBasic(test.app, "elin", passwordOf("elin"), client)).ok).toBe(true);
    await updateProfile(test.app, elin, { preferences: { basicPassword: false } });
    expect((await actorOfBasic(test.app, "elin", passwordOf("elin"), client)).ok).toBe(false);
  });

  it("still works for its device while somebody else uses up the account’s attempts", async () => {
    const elin = await test.person("elin");
    const made = await createAppPassword(test.app, elin, "Phone");
    if (!made.ok) throw new Error(made.problem.code);
    for (let place = 0; place < 10; place++)
      for (let n = 0; n < 10; n++) await attempt("elin", `guess ${place} ${n}`, `198.51.100.${place}`);
    expect((await attempt("elin", passwordOf("elin"))).ok, "the account is paused at new places").toBe(false);
    expect((await actorOfBasic(test.app, "elin", made.value.secret, client)).ok).toBe(true);
  });

  it("takes as long for an unknown person, and without a password, as for a wrong one", async () => {
    const elin = await test.person("elin");
    let checked = 0;
    const { passwords } = test.app;
    const verify: typeof passwords.verify = (...given) => (checked++, passwords.verify(...given));
    const app = { ...test.app, passwords: { ...passwords, verify } };
    const tryAs = async (login: string): Promise<number> => {
      checked = 0;
      expect((await actorOfBasic(app, login, `wrong for ${login}`, client)).ok).toBe(false);
      return checked;
    };
    const wrong = await tryAs("elin");
    await updateProfile(test.app, elin, { preferences: { basicPassword: false } });
    expect([wrong, await tryAs("elin"), await tryAs("nobody")]).toEqual([1, 1, 1]);
  });

  it("counts wrong secrets like wrong passwords", async () => {
    await test.person("elin");
    for (let n = 0; n < 10; n++) await actorOfBasic(test.app, "elin", `guess-${n}`, client);
    const paused = await actorOfBasic(test.app, "elin", "guess", client);
    expect(!paused.ok && paused.problem.code).toBe("too-many-attempts");
  });
});

describe("an open connection", () => {
  const open = async (secret: string) => {
    const actor = await actorOfBasic(test.app, "elin", secret, client);
    if (!actor.ok) throw new Error(actor.problem.code);
    expect(await isStillSignedIn(test.app, actor.value)).toBe(true);
    return () => isStillSignedIn(test.app, actor.value);
  };

  it("ends with its session, its app password, the password, or the account", async () => {
    const elin = await test.person("elin");
    const made = await createAppPassword(test.app, elin, "Phone");
    const session = await attempt("elin", passwordOf("elin"));
    if (!made.ok || !session.ok) throw new Error("not let in");
    const [byPhone, byPassword] = [await open(made.value.secret), await open(passwordOf("elin"))];
    await changePassword(test.app, session.value.actor, passwordOf("elin"), "a new password");
    expect([await byPhone(), await byPassword()]).toEqual([true, false]);
    const byNew = await open("a new password");
    await updateProfile(test.app, elin, { preferences: { basicPassword: false } });
    expect([await byPhone(), await byNew()]).toEqual([true, false]);
    await removeAppPassword(test.app, elin, made.value.credential.id);
    expect([await byPhone(), await isStillSignedIn(test.app, session.value.actor)]).toEqual([false, true]);
    await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { status: "suspended" }));
    expect(await isStillSignedIn(test.app, session.value.actor)).toBe(false);
  });
});
