import { createHash } from "node:crypto";
import { DAY } from "@snart/calendar/time/instant.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Household } from "../../storage/records/households.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { isPinAllowed, newPin } from "../bookables/household-pin.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { householdSeenBy } from "./households.ts";

/** What is printed for a household. Its code and PIN are stored one way: nobody reads them again. */
export interface Letter {
  readonly householdId: PrincipalId;
  readonly code: string;
  readonly pin: string;
  readonly expiresAt: number;
}

/** Letters and digits that are not taken for each other on paper. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 12;

/** The code of a letter as it is compared: however it is typed. */
export const letterHash = (code: string): string =>
  createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest("base64url");

function newCode({ newSecret }: Pick<App, "newSecret">): string {
  const bytes = Buffer.from(newSecret(4 * LENGTH), "base64url");
  const signs = Array.from({ length: LENGTH }, (_, at) => SIGNS[bytes.readUInt32BE(4 * at) % SIGNS.length]);
  return signs.join("").replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * Makes letters for households, each with a new code and a new PIN: the former ones end at once. Only administrators may.
 * @param ids at most `lettersAtOnce`
 */
export async function makeLetters(
  app: App,
  actor: Actor,
  ids: readonly PrincipalId[],
): Promise<Result<readonly Letter[], Problem>> {
  const limit = app.limits.lettersAtOnce;
  if (ids.length > limit) return failed({ code: "invalid-value", field: "ids", detail: `at most ${limit}` });
  const asked = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const found: (Household | undefined)[] = [];
    for (const id of new Set(ids)) found.push(await tx.households.byId(id));
    return ok(found);
  });
  if (!asked.ok) return asked;
  const made: { letter: Letter; pinHash: string }[] = [];
  // Hashed before the transaction, which it would hold up.
  for (const household of asked.value) {
    if (!household) return failed({ code: "not-found" });
    const pin = newPin(app, household.label);
    const expiresAt = app.now() + app.limits.householdLetterDays * DAY;
    const letter = { householdId: household.accountId, code: newCode(app), pin, expiresAt };
    made.push({ letter, pinHash: await app.passwords.hash(pin) });
  }
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    for (const { letter, pinHash } of made) await storeLetter(app, tx, actor, letter, pinHash);
    return ok(made.map(({ letter }) => letter));
  });
}

async function storeLetter(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  { householdId, code, expiresAt }: Letter,
  pinHash: string,
): Promise<void> {
  const now = app.now();
  await tx.lockAccount(householdId);
  await tx.households.update(householdId, {
    pinHash,
    pinSetAt: now,
    isOwnPin: false,
    letterHash: letterHash(code),
    letterAt: now,
    letterExpiresAt: expiresAt,
  });
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "household-letter-made",
    subject: (await tx.principals.byId(householdId))?.displayName ?? householdId,
    detail: { login: actor.login },
  });
}

/**
 * Gives a household another PIN, for its people and administrators. An app password may not: it is for calendars.
 * @param pin absent: one is made
 * @returns the PIN, which is not stored readably
 */
export async function setPin(
  app: App,
  actor: Actor,
  id: PrincipalId,
  pin?: string,
): Promise<Result<string, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "change a PIN" });
  const seen = await app.storage.read((tx) => householdSeenBy(app, tx, actor, id));
  if (!seen.ok) return seen;
  const { label } = seen.value.household;
  if (pin !== undefined && !isPinAllowed(pin, label)) return failed({ code: "weak-pin", field: "pin" });
  const chosen = pin ?? newPin(app, label);
  const pinHash = await app.passwords.hash(chosen);
  return app.storage.write(async (tx): Promise<Result<string, Problem>> => {
    const still = await householdSeenBy(app, tx, actor, id);
    if (!still.ok) return still;
    await tx.lockAccount(id);
    const fields: Partial<Household> = { pinHash, pinSetAt: app.now(), isOwnPin: pin !== undefined };
    await tx.households.update(id, fields);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "household-pin-changed",
      subject: still.value.principal.displayName,
      detail: { login: actor.login, chosen: pin === undefined ? "by the server" : "by hand" },
    });
    return ok(chosen);
  });
}
