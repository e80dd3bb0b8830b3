import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { timingSafeEqual } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { FIRST_STEPS } from "./first-steps.ts";
import { insertPerson, personProblem } from "./new-person.ts";
import type { Problem } from "../problems.ts";

const TOKEN_KEY = "setup-token";

/** Whether nobody has an account yet. */
export function setupNeeded(app: App): Promise<boolean> {
  return app.storage.read(async (tx) => (await tx.principals.list("person")).length === 0);
}

/**
 * The secret of the one-time link to `/setup`, created on the first call and the same until it has been used.
 * @returns undefined once there is an account
 */
export function setupToken(app: App): Promise<string | undefined> {
  return app.storage.write(async (tx) => {
    if ((await tx.principals.list("person")).length > 0) return undefined;
    return tx.settings.keep(TOKEN_KEY, app.newSecret(18));
  });
}

interface SetupInput {
  readonly token: string;
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly language: NonNullable<Preferences["language"]>;
  readonly timeZone: string;
}

/** Creates the first account, an administrator, for the holder of the one-time link; the link works once. */
export async function setUp(app: App, input: SetupInput): Promise<Result<Principal, Problem>> {
  const person = {
    ...input,
    isAdmin: true,
    preferences: { language: input.language, timeZone: input.timeZone, firstSteps: FIRST_STEPS },
  };
  const token = await app.storage.read((tx) => tx.settings.get(TOKEN_KEY));
  if (!(await setupNeeded(app))) return failed({ code: "setup-done" });
  if (token === undefined || !sameSecret(token, input.token)) return failed({ code: "setup-token-wrong" });
  const problem = personProblem(app, person);
  if (problem) return failed(problem);
  const hash = await app.passwords.hash(input.password);
  return app.storage.write(async (tx) => {
    if (!(await tx.settings.remove(TOKEN_KEY, token))) return failed({ code: "setup-done" });
    const principal = await insertPerson(app, tx, person, hash);
    if (!principal.ok) {
      await tx.settings.keep(TOKEN_KEY, token);
      return principal;
    }
    const actorId = principal.value.id;
    await recordAudit(app, tx, { actorId, action: "set-up", subject: input.email, detail: {} });
    return ok(principal.value);
  });
}

function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
