import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestApp, passwordOf, type TestApp } from "../../testing/test-app.ts";
import { actorOfSession } from "./sessions.ts";
import { signIn } from "../../testing/people/sign-in.ts";

let test: TestApp;
beforeEach(async () => {
  test = await openTestApp({ limits: { signInAttempts: 3 } });
  await test.person("carol");
});
afterEach(() => test.close());

const attempt = (login: string, password: string) => signIn(test.app, { login, password, ...CLIENT });
const CLIENT = { address: "192.0.2.1", userAgent: null };

describe("signing in", () => {
  it("counts wrong passwords for one account, however its name is spelt", async () => {
    const left: unknown[] = [];
    for (const login of ["carol@example.com", " Carol@example.com", "ｃａｒｏｌ"]) {
      const refused = await attempt(login, "wrong guess " + login);
      left.push(!refused.ok && "attemptsLeft" in refused.problem ? refused.problem.attemptsLeft : refused);
    }
    expect(left).toEqual([2, 1, 0]);
    for (const login of ["carol", "carol\u00a0", "\u3000carol", "CAROL@example.com"])
      expect(await attempt(login, passwordOf("carol")), login).toMatchObject({
        ok: false,
        problem: { code: "too-many-attempts" },
      });
  });

  it("lasts no longer than its absolute end, however much it is used", async () => {
    const begun = await attempt("carol", passwordOf("carol"));
    if (!begun.ok) throw new Error(begun.problem.code);
    const { token } = begun.value;
    const { sessionMostDays } = test.app.limits;
    let days = 0;
    for (; days < sessionMostDays - 1; days += 7) {
      expect(await actorOfSession(test.app, token, CLIENT), `${days}`).toBeDefined();
      await new Promise((resolve) => setImmediate(resolve));
      test.clock.advance(7 * 86_400_000);
    }
    test.clock.advance(7 * 86_400_000);
    expect(await actorOfSession(test.app, token, CLIENT)).toBeUndefined();
  });
});
