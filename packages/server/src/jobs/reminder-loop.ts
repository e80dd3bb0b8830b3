import type { App } from "../app/app.ts";
import { sendAgendas, type AgendaWords } from "../app/reminders/agenda.ts";
import { refreshAlarms } from "../app/alarms/alarm-index.ts";
import type { ReminderWords } from "../app/outbox/reminder.ts";
import { ringDue } from "../app/reminders/ring-due.ts";
import { startLoop, type Loop } from "./loop.ts";
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
  startLoop((isStopped) => remind(parts, isStopped), everyMs);

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
