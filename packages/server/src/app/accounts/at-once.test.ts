// A one-time action works once even when two requests come at the same instant, also on databases with parallel
// writers.
import { describe, expect, it } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import { openTestApp, passwordOf, type TestApp } from "../../testing/test-app.ts";
import { issueLink, issueRestoreLink } from "./account-links.ts";
import { listAppPasswords } from "../sign-in/app-passwords.ts";
import { closeAccount, reopenAccount } from "./close-account.ts";
import { connectDevice, offerDevice } from "./connect-device.ts";
import { invitePerson } from "./invite-person.ts";
import { acceptInvitation, resetPassword } from "./use-account-link.ts";

const TIMES = [1, 2, 3, 4, 5];
const ORIGIN = "https://kalender.example";

/** How many of the simultaneous tries succeeded, and why the others failed. */
async function tries<T extends { readonly ok: boolean; readonly problem?: { readonly code: string } }>(
  work: (n: number) => Promise<T>,
): Promise<{ readonly worked: number; readonly codes: readonly (string | undefined)[] }> {
  const done = await Promise.all(TIMES.map(work));
  const refused = done.filter(({ ok }) => !ok).map(({ problem }) => problem?.code);
  return { worked: done.length - refused.length, codes: [...new Set(refused)] };
}

describe.each(sharedBackends)("at once on $name", (backend) => {
  async function withApp(work: (test: TestApp) => Promise<void>): Promise<void> {
    const place = await backend.make();
    const test = await openTestApp({ storage: await place.open() });
    try {
      await work(test);
    } finally {
      await test.close();
      await place.drop();
    }
  }
  const once = { worked: 1, codes: ["account-link-invalid"] };

  it("a QR code gives one device a password", () =>
    withApp(async ({ app, person }) => {
      const elin = await person("elin");
      const offered = await offerDevice(app, elin);
      const token = offered.ok ? offered.value.token : "";
      expect(await tries((n) => connectDevice(app, token, `phone ${n}`))).toEqual(once);
      expect(await listAppPasswords(app, elin)).toHaveLength(1);
    }));

  it("a link for a new password sets one", () =>
    withApp(async ({ app, person }) => {
      const { principalId } = await person("elin");
      const { token } = await app.storage.write(async (tx) => {
        const elin = await tx.principals.byId(principalId);
        if (!elin) throw new Error("nobody is there");
        return issueLink(app, tx, elin);
      });
      expect(await tries((n) => resetPassword(app, token, `long enough for anybody ${n}`))).toEqual(once);
      const left = await app.storage.read((tx) => tx.credentials.ofPrincipal(principalId, "password"));
      expect(left).toHaveLength(1);
    }));

  it("an invitation creates one account", () =>
    withApp(async ({ app, person }) => {
      const elin = await person("elin");
      await app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
      const invitation = {
        email: "nils@example.com",
        displayName: "Nils",
        isAdmin: false,
        language: "sv",
      } as const;
      const invited = await invitePerson(app, elin, invitation, ORIGIN);
      const token = invited.ok ? invited.value.issued.token : "";
      const given = { token, displayName: "Nils", language: "sv", timeZone: "Europe/Stockholm" } as const;
      const accept = (n: number) =>
        acceptInvitation(app, { ...given, password: `long enough for anybody ${n}` });
      expect(await tries(accept)).toEqual(once);
    }));

  it("a link restores an account once", () =>
    withApp(async ({ app, person }) => {
      const { principalId } = await person("elin");
      const { token } = await app.storage.write(async (tx) => {
        await tx.principals.update(principalId, { status: "deleted" });
        return issueRestoreLink(app, tx, principalId);
      });
      expect(await tries(() => reopenAccount(app, token))).toEqual(once);
    }));

  it("one of the last two administrators stays when both close their accounts", () =>
    withApp(async ({ app, person }) => {
      const both = [await person("elin"), await person("axel")];
      for (const { principalId } of both)
        await app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
      const closing = (login: string) => ({
        password: passwordOf(login),
        calendarsTo: undefined,
        origin: ORIGIN,
      });
      const closed = await Promise.all(both.map((actor) => closeAccount(app, actor, closing(actor.login))));
      expect(closed.map((one) => (one.ok ? "closed" : one.problem.code)).toSorted()).toEqual([
        "closed",
        "last-administrator",
      ]);
    }));
});
