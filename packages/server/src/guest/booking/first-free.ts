import { dayOf } from "@snart/calendar/time/local.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import { nextFree } from "../../app/booking-pages/offered/next-free.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { addressWith, type Asked } from "./asked.ts";
import type { Choosing } from "./choosing.ts";
import { dateText, dayInYear, soonWords, startWords } from "./when.ts";

/**
 * From when there are times again, with how soon that is, where a month has none; it says nothing of why. It leads there if anything can be
 * booked there yet.
 * @param length milliseconds; undefined: whichever
 */
export async function againHtml(
  app: App,
  asked: Asked,
  { type, own, path, also }: Choosing,
  length: number | undefined,
): Promise<string> {
  const { zone, language, now } = asked;
  const next = await nextFree(app, type, length, zone, own);
  if (!next) return "";
  const words = nodeMessages(language);
  const day = dayOf(zone.toLocal(next.start));
  const date = dayInYear(day, language);
  const text = escapeHtml(
    type.type.nights
      ? words("bookingPage.firstNights", { date })
      : next.isBookable
        ? words("bookingPage.firstFree", { when: startWords(next.start, zone, language) })
        : words("bookingPage.again", { date }),
  );
  const soon = escapeHtml(soonWords(next.start, now, zone, language));
  const text8601 = dateText(day);
  const href = addressWith(path, asked, { ...also, month: text8601.slice(0, 7), day: text8601 });
  const said = next.isBookable ? `<a href="${escapeHtml(href)}#times">${text}</a>` : text;
  return `<p class="again">${said} <i>${soon}</i></p>`;
}

/**
 * When the first free time is.
 * @param isFirst whether the first that is shown is the first of all
 * @param isLater whether the page has gone on to a later month: then a small screen says it too
 */
export function firstFreeHtml(
  { zone, language, now }: Asked,
  isFirst: boolean,
  start: number,
  isLater: boolean,
): string {
  if (!isFirst) return "";
  const text = nodeMessages(language)("bookingPage.firstFree", { when: startWords(start, zone, language) });
  return `<p class="first${isLater ? " later" : ""}">${escapeHtml(text)} <i>${escapeHtml(soonWords(start, now, zone, language))}</i></p>`;
}
