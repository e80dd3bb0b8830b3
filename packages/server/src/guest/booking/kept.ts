import type { Instant } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import type { Asked } from "./asked.ts";
import { dayInYear, momentWords, soonWords } from "./when.ts";

/** Stands for the distance until it is put in, as text that cannot be in a sentence. */
const PLACE = "\u0000";

/** A sentence with how soon a moment is, which has its own typeface. */
function sentence(at: Instant, { now, zone, language }: Asked, say: (soon: string) => string): string {
  const soon = `<i>${escapeHtml(soonWords(at, now, zone, language))}</i>`;
  return `<p class="quiet">${say(PLACE).split(PLACE).map(escapeHtml).join(soon)}</p>`;
}

/** Until when a booking can be changed, with how soon that is. */
export const untilHtml = (
  key: "bookingPage.moveUntil" | "bookingPage.cancelUntil" | "bookingPage.changeUntil",
  at: Instant,
  asked: Asked,
): string =>
  sentence(at, asked, (soon) =>
    nodeMessages(asked.language)(key, { when: momentWords(at, asked.zone, asked.language), soon }),
  );

/**
 * When what a guest wrote is deleted, with how soon that is.
 * @param days after the booking
 * @param at the same as a moment
 */
export const keptHtml = (days: number, at: Instant, asked: Asked): string =>
  sentence(at, asked, (soon) => {
    const date = dayInYear(dayOf(asked.zone.toLocal(at)), asked.language);
    return nodeMessages(asked.language)("bookingPage.keepDays", { days, date, soon });
  });
