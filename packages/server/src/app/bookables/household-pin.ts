import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Household, HouseholdTag } from "../../storage/records/households.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { recordAudit, recordRepeated } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { inTurn } from "../sign-in/in-turn.ts";
import { labelKey, tagNumber } from "./household-label.ts";

/** A household at a door, which has shown its PIN or a tag: enough for booking there, and never a sign-in. */
export interface HouseholdAtDoor {
  readonly household: Household;
  /** The group; it may book for itself. */
  readonly principal: Principal;
}

const PIN = /^\d{4,8}$/;
/** The middle of a keypad from top to bottom, and its corners. */
const SHAPES: readonly string[] = ["2580", "0852", "1397", "7913"];

/** A PIN of four to eight digits that nobody guesses first: no row, no repetition, not the number of the flat. */
export function isPinAllowed(pin: string, label: string): boolean {
  if (!PIN.test(pin)) return false;
  const digits = Array.from(pin, Number);
  const steps = new Set(digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10));
  const isRow = steps.size === 1 && [0, 1, 9].includes([...steps][0] ?? 0);
  const half = pin.slice(0, pin.length / 2);
  const isRepeated = pin.length % 2 === 0 && half.repeat(2) === pin;
  const isPairs = new Set(pin.slice(0, 2)).size === 1 && new Set(pin.slice(2)).size === 1;
  const number = label.replace(/\D/g, "");
  const own = number.padStart(4, "0");
  const isFlat = number !== "" && [own, own.split("").toReversed().join("")].some((it) => pin.includes(it));
  return !isRow && !isRepeated && !isPairs && !isFlat && !SHAPES.includes(pin);
}

/** A PIN of four digits that is allowed. */
export function newPin({ newSecret }: Pick<App, "newSecret">, label: string): string {
  for (;;) {
    const number = Buffer.from(newSecret(6), "base64url").readUIntBE(0, 6) % 10_000;
    const pin = String(number).padStart(4, "0");
    if (isPinAllowed(pin, label)) return pin;
  }
}

/**
 * Which household stands at a door, by its number and PIN. Five wrong PINs make the pair of door and household wait for the end of a
 * window; twenty, for whichever households, the door: so nobody tries one flat after the other. The same wrong PIN again is no new guess.
 * @param door the id of the device
 * @returns `wrong-pin` alike for an unknown household and one without a PIN; `too-many-attempts`
 */
export function householdByPin(
  app: App,
  { door, label, pin }: { readonly door: string; readonly label: string; readonly pin: string },
): Promise<Result<HouseholdAtDoor, Problem>> {
  const key = labelKey(label);
  const pair = `${door} ${key}`;
  return inTurn(app, `pin ${door}`, async () => {
    const waits = await waitOf(app, door, pair);
    if (waits > 0) return failed({ code: "too-many-attempts", retryAfter: waits });
    const found =
      key === "" ? undefined : await app.storage.read((tx) => atDoor(tx, tx.households.byLabelKey(key)));
    const hash = found?.household.pinHash ?? null;
    if (found && hash !== null && PIN.test(pin) && (await app.passwords.verify(pin, hash))) {
      await app.pinAttempts.succeed(pair);
      return ok(found);
    }
    return missed(app, { door, pair, guess: `${key}\0${pin}`, subject: label });
  });
}

/**
 * The same by the number of a tag. Wrong numbers count for the door alone.
 * @returns `not-found` for an unknown or blocked one
 */
export function householdByTag(
  app: App,
  { door, number }: { readonly door: string; readonly number: string },
): Promise<Result<HouseholdAtDoor, Problem>> {
  return inTurn(app, `pin ${door}`, async () => {
    const waits = await waitOf(app, door);
    if (waits > 0) return failed({ code: "too-many-attempts", retryAfter: waits });
    const known = tagNumber(number);
    const found = await app.storage.write(async (tx) => {
      const tag: HouseholdTag | undefined = await tx.householdTags.byNumber(known);
      const one = tag && !tag.isBlocked ? await atDoor(tx, tx.households.byId(tag.householdId)) : undefined;
      if (one) await tx.householdTags.update(known, { usedAt: app.now() });
      return one;
    });
    if (found) return ok(found);
    const no = await missed(app, { door, guess: `tag\0${known}`, subject: "tag" });
    return no.ok || no.problem.code === "too-many-attempts" ? no : failed({ code: "not-found" });
  });
}

async function atDoor(
  tx: ReadTransaction,
  asked: Promise<Household | undefined>,
): Promise<HouseholdAtDoor | undefined> {
  const household = await asked;
  const principal = household && (await tx.principals.byId(household.accountId));
  return household && principal?.status === "active" ? { household, principal } : undefined;
}

const waitOf = async (app: App, door: string, pair?: string): Promise<number> =>
  Math.max(
    await app.doorAttempts.blockedFor(door),
    pair === undefined ? 0 : await app.pinAttempts.blockedFor(pair),
  );

interface Miss {
  readonly door: string;
  readonly pair?: string;
  readonly guess: string;
  /** What was typed as the household; never the PIN. */
  readonly subject: string;
}

async function missed(
  app: App,
  { door, pair, guess, subject }: Miss,
): Promise<Result<HouseholdAtDoor, Problem>> {
  const hash = createHash("sha256").update(`${door}\0${guess}`).digest("base64url");
  const ofDoor = await app.doorAttempts.fail(door, hash);
  const ofPair = pair === undefined ? ofDoor : await app.pinAttempts.fail(pair, hash);
  if (ofPair.isOver || ofDoor.isOver)
    return failed({ code: "too-many-attempts", retryAfter: Math.max(1, await waitOf(app, door, pair)) });
  const attemptsLeft = Math.min(ofPair.left, ofDoor.left);
  await app.storage.write(async (tx) => {
    await recordRepeated(app, tx, { actorId: null, action: "pin-failed", subject, detail: { door } });
    if (attemptsLeft === 0)
      await recordAudit(app, tx, { actorId: null, action: "pin-paused", subject, detail: { door } });
  });
  return failed({ code: "wrong-pin", attemptsLeft });
}
