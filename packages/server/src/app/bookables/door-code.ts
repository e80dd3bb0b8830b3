import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { Display } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { inTurn } from "../sign-in/in-turn.ts";

const DIGITS = 6;
/** What a device shows that has not asked anew since the minute began is still right. */
const MINUTES = 2;

/**
 * What the screen at a thing's door shows in a minute, so that whoever types it is there. It is made of what is kept of the display's
 * token, which no answer holds: who has seen one code knows nothing of the next, nor of that of another thing.
 */
export function doorCode(
  { tokenHash }: Pick<Display, "tokenHash">,
  thing: PrincipalId,
  now: Instant,
): string {
  const made = createHmac("sha256", `snart door code:${tokenHash}`)
    .update(`${thing} ${Math.floor(now / MINUTE)}`)
    .digest();
  return String(made.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * Whether somebody has read the code at a thing's door: of this minute or the one before, on any display that shows the thing. Five
 * wrong ones make the person wait for the end of a window.
 * @returns `wrong-door-code`, `too-many-attempts`
 */
export function provenAtDoor(
  app: App,
  person: PrincipalId,
  thing: PrincipalId,
  typed: string,
): Promise<Result<void, Problem>> {
  const key = `code ${person} ${thing}`;
  return inTurn(app, key, async () => {
    const waits = await app.pinAttempts.blockedFor(key);
    if (waits > 0) return failed({ code: "too-many-attempts", retryAfter: waits });
    const code = typed.replace(/[\s-]/g, "");
    if (await isShown(app, thing, code)) {
      await app.pinAttempts.succeed(key);
      return ok(undefined);
    }
    const guess = createHash("sha256").update(`${key}\0${code}`).digest("base64url");
    const { isOver, left } = await app.pinAttempts.fail(key, guess);
    if (!isOver) return failed({ code: "wrong-door-code", attemptsLeft: left });
    const retryAfter = Math.max(1, await app.pinAttempts.blockedFor(key));
    return failed({ code: "too-many-attempts", retryAfter });
  });
}

async function isShown(app: App, thing: PrincipalId, code: string): Promise<boolean> {
  const displays = await app.storage.read((tx) => tx.displays.list());
  let isRight = false;
  for (const display of displays.filter(({ bookableIds }) => bookableIds.includes(thing)))
    for (let ago = 0; ago < MINUTES; ago++)
      if (isSame(code, doorCode(display, thing, app.now() - ago * MINUTE))) isRight = true;
  return isRight;
}

const isSame = (typed: string, code: string): boolean =>
  typed.length === code.length && timingSafeEqual(Buffer.from(typed), Buffer.from(code));
