import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { recordAudit } from "../app/audit.ts";
import type { App } from "../app/app.ts";
import { CLOCK, DOUBTED_FOR, type ClockMark } from "../app/health/clock-mark.ts";

/** A server may be off for so long: what is removed then is at most so much too early. */
export const LONGEST_AWAY = 7 * DAY;
/** Clocks that are set right go back by this much. */
export const SET_BACK = 10 * MINUTE;

/**
 * Whether the clock may decide what is removed for good. One that has jumped, seen from the last look or the newest audit entry, is
 * doubted for a day, and the audit log says so: a wrong clock must not cost anybody the trash and all former versions. Call it about every
 * hour.
 */
export function isClockSteady(app: App): Promise<boolean> {
  const now = app.now();
  return app.storage.write(async (tx) => {
    const text = await tx.settings.get(CLOCK);
    const known = text === undefined ? undefined : (JSON.parse(text) as ClockMark);
    const seenAt = known?.seenAt ?? (await tx.audit.latest(1))[0]?.at ?? now;
    const hasJumped = now < seenAt - SET_BACK || now - seenAt > LONGEST_AWAY;
    const steadySince = hasJumped ? now : (known?.steadySince ?? now - DOUBTED_FOR);
    if (text !== undefined) await tx.settings.remove(CLOCK, text);
    await tx.settings.keep(CLOCK, JSON.stringify({ seenAt: now, steadySince } satisfies ClockMark));
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
