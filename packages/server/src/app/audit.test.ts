import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeExpired } from "../jobs/remove-expired.ts";
import { firstCalendarOf, openTestApp, passwordOf, type TestApp } from "../testing/test-app.ts";
import { createAppPassword, removeAppPassword } from "./sign-in/app-passwords.ts";
import { listAudit } from "./audit.ts";
import { changePassword } from "./accounts/change-password.ts";
import { exportCalendar } from "./calendars/export-calendar.ts";
import { signOut } from "./sign-in/sessions.ts";
import { signIn } from "../testing/people/sign-in.ts";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp();
});
afterEach(() => test.close());

const DAY = 86_400_000;
const attempt = (login: string, password: string) =>
  signIn(test.app, { login, password, address: "192.0.2.1", userAgent: "Firefox" });
/** Oldest first, without those from setting up the test. */
const actions = async (): Promise<string[]> =>
  (await listAudit(test.app, 1_000)).map(({ action }) => action).toReversed();

describe("the audit log", () => {
  it("records sign-ins and sign-outs with their address, and failed ones", async () => {
    await test.person("elin");
    const before = (await actions()).length;
    const signedIn = await attempt("elin", passwordOf("elin"));
    if (!signedIn.ok) throw new Error("not signed in");
    await attempt("elin", "a secret guess");
    await attempt("nobody", "another guess");
    await signOut(test.app, signedIn.value.actor);
    expect((await actions()).slice(before)).toEqual([
      "sign-in",
      "sign-in-failed",
      "sign-in-failed",
      "sign-out",
    ]);
    const all = await listAudit(test.app, 1_000);
    const [, unknown, guessed, entered] = all;
    expect(entered).toMatchObject({
      actorId: signedIn.value.actor.principalId,
      detail: { address: "192.0.2.1", userAgent: "Firefox" },
    });
    expect(guessed).toMatchObject({ actorId: null, subject: "elin" });
    expect(unknown).toMatchObject({ actorId: null, subject: "nobody" });
    expect(JSON.stringify(all)).not.toMatch(/guess|hjortron|correct/);
  });

  it("records a paused account once, however long the attempts go on", async () => {
    await test.person("elin");
    for (let n = 0; n < 40; n++) await attempt("elin", `guess ${String(n)}`);
    const all = await actions();
    expect(all.filter((action) => action === "sign-in-paused")).toHaveLength(1);
    const failed = (await listAudit(test.app, 100)).filter(({ action }) => action === "sign-in-failed");
    expect(failed.map(({ detail }) => detail["times"])).toEqual([`${test.app.limits.signInAttempts}`]);
  });

  it("records changed credentials, and nothing if nothing changed", async () => {
    await test.person("elin");
    const signedIn = await attempt("elin", passwordOf("elin"));
    if (!signedIn.ok) throw new Error("not signed in");
    const { actor } = signedIn.value;
    const before = (await actions()).length;
    const made = await createAppPassword(test.app, actor, "Phone");
    if (!made.ok) throw new Error("not made");
    await removeAppPassword(test.app, actor, "no such");
    await removeAppPassword(test.app, actor, made.value.credential.id);
    await changePassword(test.app, actor, "wrong", "a long new one");
    await changePassword(test.app, actor, passwordOf("elin"), "a long new one");
    expect((await actions()).slice(before)).toEqual([
      "app-password-created",
      "app-password-removed",
      "password-changed",
    ]);
    expect(JSON.stringify(await listAudit(test.app, 1_000))).not.toContain(made.value.secret);
  });

  it("records exports, but not refused ones", async () => {
    const [elin, arne] = [await test.person("elin"), await test.person("arne")];
    const calendar = await firstCalendarOf(test.app, elin);
    const before = (await actions()).length;
    expect((await exportCalendar(test.app, arne, calendar)).ok).toBe(false);
    expect((await exportCalendar(test.app, elin, calendar)).ok).toBe(true);
    expect((await actions()).slice(before)).toEqual(["calendar-exported"]);
    expect((await listAudit(test.app, 1))[0]).toMatchObject({
      actorId: elin.principalId,
      subject: calendar,
    });
  });

  it("shortens what others have typed, and forgets entries older than its limit", async () => {
    await attempt("x".repeat(100_000), "guess");
    expect((await listAudit(test.app, 1))[0]?.subject.length).toBe(500);
    test.clock.advance(test.app.limits.auditDays * DAY);
    await removeExpired(test.app);
    expect(await actions()).not.toEqual([]);
    test.clock.advance(1);
    await removeExpired(test.app);
    expect(await actions()).toEqual([]);
  });
});
