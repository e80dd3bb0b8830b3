import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { recordAudit } from "../app/audit.ts";
import type { App } from "../app/app.ts";

/** What was last known of the clock. */
interface Mark {
  /** its time at the last look */
  readonly seenAt: Instant;
  /** since when it has not jumped */
  readonly steadySince: Instant;
}

const KEY = "clock";
/** A server may be off for so long: what is removed then is at most so much too early. */
export const LONGEST_AWAY = 7 * DAY;
/** Clocks that are set right go back by this much. */
export const SET_BACK = 10 * MINUTE;
/** After a jump nothing is removed for so long: somebody who sees a wrong clock has the time to set it right. */
const DOUBTED_FOR = DAY;

/**
 * Whether the clock may decide what is removed for good. One that has jumped, seen from the last look or the newest audit entry, is
 * doubted for a day, and the audit log says so: a wrong clock must not cost anybody the trash and all former versions. Call it about every
 * hour.
 */
export function isClockSteady(app: App): Promise<boolean> {
  const now = app.now();
  return app.storage.write(async (tx) => {
    const text = await tx.settings.get(KEY);
    const known = text === undefined ? undefined : (JSON.parse(text) as Mark);
    const seenAt = known?.seenAt ?? (await tx.audit.latest(1))[0]?.at ?? now;
    const hasJumped = now < seenAt - SET_BACK || now - seenAt > LONGEST_AWAY;
    const steadySince = hasJumped ? now : (known?.steadySince ?? now - DOUBTED_FOR);
    if (text !== undefined) await tx.settings.remove(KEY, text);
    await tx.settings.keep(KEY, JSON.stringify({ seenAt: now, steadySince } satisfies Mark));
    if (hasJumped)
      await recordAudit(app, tx, {
        actorId: null,
        action: "clock-doubted",
        subject: new Date(now).toISOString(),
        detail: { before: new Date(seenAt).toISOString() },
      });
    return now - steadySince >= DOUBTED_FOR;
  });
}
