import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { App } from "../app/app.ts";
import { sendAgendas, type AgendaWords } from "../app/reminders/agenda.ts";
import { refreshAlarms } from "../app/alarms/alarm-index.ts";
import type { ReminderWords } from "../app/outbox/reminder.ts";
import { ringDue } from "../app/reminders/ring-due.ts";
import { startLoop, type Loop } from "./loop.ts";
import { LONGEST_AWAY, SET_BACK } from "./steady-clock.ts";
import { sendEffects, type EffectSenders } from "./send-effects.ts";

export interface ReminderLoopParts {
  readonly app: App;
  readonly reminderWords: ReminderWords;
  readonly agendaWords: AgendaWords;
  /** Sends the outbox messages. */
  readonly effects: EffectSenders;
  readonly onError: (error: unknown) => void;
}

/**
 * Rings due alarms, over and over, separate from all other jobs: neither an import nor a slow mail server makes a
 * reminder late.
 * @param everyMs pause between two looks
 */
export const startReminderLoop = (parts: ReminderLoopParts, everyMs: number): Loop =>
  startLoop(reminding(parts), everyMs);

/**
 * The same as `remind`, look after look, by a clock that may be wrong: what one that is ahead has put off comes back when it is set
 * right. A process that begins does not know what the clock was before, so it sets back at its first look as well.
 */
export function reminding(parts: ReminderLoopParts): (isStopped?: () => boolean) => Promise<void> {
  let lookedAt: Instant | undefined;
  /** the last look before the clock went far ahead */
  let rightUntil: Instant | undefined;
  return async (isStopped) => {
    const now = parts.app.now();
    try {
      if (lookedAt !== undefined && now - lookedAt > LONGEST_AWAY) rightUntil ??= lookedAt;
      if (lookedAt === undefined || now < lookedAt - SET_BACK) {
        const times = { now, beyond: now + SET_BACK, nextWeek: now + LONGEST_AWAY + DAY };
        const until = Math.min(rightUntil ?? now, now);
        await parts.app.storage.write((tx) => tx.reminders.setBack({ ...times, until }));
        rightUntil = undefined;
      }
      lookedAt = now;
    } catch (error) {
      parts.onError(error);
    }
    await remind(parts, isStopped);
  };
}

/**
 * Processes written objects, rings the alarms that are due, and sends the reminders. Never throws: failures go to
 * `onError`.
 */
export async function remind(
  { app, reminderWords, agendaWords, effects, onError }: ReminderLoopParts,
  isStopped: () => boolean = () => false,
): Promise<void> {
  try {
    await refreshAlarms(app, isStopped);
    if (isStopped() || !(await app.storage.read((tx) => tx.reminders.isDue(app.now())))) return;
    const rung = await ringDue(app, reminderWords, isStopped);
    const sent = await sendAgendas(app, agendaWords, isStopped);
    if (rung + sent > 0) await sendEffects(app, effects, onError, isStopped);
  } catch (error) {
    onError(error);
  }
}
