import type { OfferedStart } from "@snart/calendar/booking-page/offered-starts.ts";
import { lengthsOf, prepareEventType } from "@snart/calendar/booking-page/prepare.ts";
import { nightsBetween, staysFrom } from "@snart/calendar/booking-page/stays.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import type { FilledStart } from "../../app/booking-pages/offers.ts";
import type { AskedType } from "../../app/booking-pages/page-facts.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import type { Asked } from "./asked.ts";
import type { Choosing } from "./choosing.ts";
import { againHtml } from "./first-free.ts";
import { monthHtml, monthShown, part } from "./times.ts";
import { clockText, dayWords, soonWords } from "./when.ts";

/** Stays are at a place: they are shown on its clocks, wherever the guest is. */
export function onItsClocks(asked: Asked, type: AskedType | undefined): Asked {
  const zone = type?.type.nights && ianaZone(type.type.timeZone);
  return zone ? { ...asked, zone } : asked;
}

/** The shortest time that begins then, milliseconds. */
export function shortestFrom(type: AskedType, start: number): number {
  const prepared = prepareEventType(type.type);
  const all = prepared.nights
    ? staysFrom(prepared, dayOf(prepared.zone.toLocal(start)))
    : lengthsOf(type.type);
  return all[0] ?? 0;
}

/** "2 nights", where nights are booked; empty elsewhere. */
export function nightsWords({ type }: AskedType, start: number, end: number, { language }: Asked): string {
  const zone = type.nights && ianaZone(type.timeZone);
  if (!zone) return "";
  return nodeMessages(language)("bookingPage.nights", { nights: nightsBetween({ zone }, start, end) });
}

/** A month of days on which a stay can begin, and when one that begins on the chosen day can end. */
export async function nightsHtml(app: App, asked: Asked, choosing: Choosing): Promise<string> {
  const { zone, language, now } = asked;
  const words = nodeMessages(language);
  const today = dayOf(zone.toLocal(now));
  const shown = await monthShown(app, asked, choosing, today, undefined);
  const byDay = new Map(shown.starts.map((each) => [dayOf(zone.toLocal(each.start)), each]));
  const day = asked.day !== undefined && byDay.has(asked.day) ? asked.day : [...byDay.keys()][0];
  const cell = (of: number) => {
    const start = byDay.get(of);
    if (!start) return undefined;
    const most = Math.max(...start.lengths.map((length) => nightsOf(start, length, asked)));
    const label = words("bookingPage.arriveLabel", { date: dayWords(of, language), nights: most });
    return { label, mark: String(most) };
  };
  const chosen = day === undefined ? undefined : byDay.get(day);
  const intro = `<p>${escapeHtml(words("bookingPage.arriveIntro"))}</p>`;
  // Of an arrival that is free as well the departures say it.
  const kept = shown.filled.filter(({ start }) => !byDay.has(dayOf(zone.toLocal(start))));
  const month = `${intro}\n${monthHtml(asked, choosing, shown, cell, day, today)}${keptHtml(asked, kept)}`;
  if (chosen) {
    const filled = shown.filled.find(({ start }) => start === chosen.start);
    return `${part("month", month)}\n${part("day", departuresHtml(asked, choosing, chosen, filled))}`;
  }
  const none = `<p role="status">${escapeHtml(words("bookingPage.noNights"))}</p>`;
  return part("month", `${month}\n${none}${await againHtml(app, asked, choosing, undefined)}`);
}

const nightsOf = ({ start }: OfferedStart, length: number, { zone }: Asked): number =>
  nightsBetween({ zone }, start, start + length);

/** Arrivals from which every stay is one that others fill in the form for, and when they may be free again. */
const keptHtml = ({ zone, language }: Asked, kept: readonly FilledStart[]): string =>
  kept
    .map(({ start, until }) => {
      const date = dayWords(dayOf(zone.toLocal(start)), language);
      const time = clockText(until, zone, language);
      const said = nodeMessages(language)("bookingPage.fillingFrom", { date, time });
      return `<p class="quiet">${escapeHtml(said)}</p>`;
    })
    .join("");

function departuresHtml(
  asked: Asked,
  { toTime }: Choosing,
  offered: OfferedStart,
  filled: FilledStart | undefined,
): string {
  const { zone, language, now } = asked;
  const words = nodeMessages(language);
  const { start, lengths } = offered;
  const arrival = `${dayWords(dayOf(zone.toLocal(start)), language)}, ${clockText(start, zone, language)}`;
  const items = [...lengths, ...(filled?.lengths ?? [])].map((length) => {
    const end = start + length;
    const leaves = `${dayWords(dayOf(zone.toLocal(end)), language)}, ${clockText(end, zone, language)}`;
    const nights = words("bookingPage.nights", { nights: nightsOf(offered, length, asked) });
    if (filled?.lengths.includes(length)) {
      const said = words("bookingPage.filling", { time: clockText(filled.until, zone, language) });
      return `<li><span class="filled">${escapeHtml(leaves)}<small>${escapeHtml(`${nights}. ${said}`)}</small></span></li>`;
    }
    return `<li><a href="${escapeHtml(toTime(start, length))}">${escapeHtml(leaves)}<small>${escapeHtml(nights)}</small></a></li>`;
  });
  const title = words("bookingPage.leaveOn", { arrival });
  return `<h2 id="times" tabindex="-1">${escapeHtml(title)}</h2><p><i>${escapeHtml(soonWords(start, now, zone, language))}</i></p><ul class="times">${items.join("")}</ul>`;
}
