import type { OfferedStart } from "@snart/calendar/booking-page/offered-starts.ts";
import { lengthsOf } from "@snart/calendar/booking-page/prepare.ts";
import { dayNumber, daysInMonth, civilDate, weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { asLocal, dayOf } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import { timesOn, type Days, type FilledStart } from "../../app/booking-pages/offers.ts";
import type { AskedType } from "../../app/booking-pages/page-facts.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { addressWith, type Asked } from "./asked.ts";
import { CHEVRON_BACK, CHEVRON_ON } from "./chevrons.ts";
import type { Choosing } from "./choosing.ts";
import { againHtml, firstFreeHtml } from "./first-free.ts";
import { clockText, dateText, dayWords, monthWords, soonWords, weekdayWords, zoneWords } from "./when.ts";

const MINUTE = 60_000;

/** The month that is shown: the one that is asked for, or that in which the next free time is. */
export async function timesHtml(app: App, asked: Asked, choosing: Choosing): Promise<string> {
  const { zone, language, now } = asked;
  const today = dayOf(zone.toLocal(now));
  const lengths = lengthsOf(choosing.type.type);
  const length = lengths.find((each) => each === asked.length) ?? lengths[0] ?? 0;
  const shown = await monthShown(app, asked, choosing, today, length);
  const byDay = Map.groupBy(shown.starts, ({ start }) => dayOf(zone.toLocal(start)));
  const filledByDay = Map.groupBy(shown.filled, ({ start }) => dayOf(zone.toLocal(start)));
  const isShown = (of: number): boolean => byDay.has(of) || filledByDay.has(of);
  const first = [...byDay.keys(), ...filledByDay.keys()][0];
  const day = asked.day !== undefined && isShown(asked.day) ? asked.day : first;
  const words = nodeMessages(language);
  const cell = (of: number) => {
    const count = byDay.get(of)?.length ?? 0;
    const label = words("bookingPage.dayLabel", { date: dayWords(of, language), count });
    return isShown(of) ? { label, mark: String(count) } : undefined;
  };
  const [earliest] = shown.starts;
  const under = earliest
    ? firstFreeHtml(asked, shown.isLooked, earliest.start, dayNumber(shown.year, shown.month, 1) > today)
    : `<p role="status">${escapeHtml(words("bookingPage.noneInMonth"))}</p>${await againHtml(app, asked, choosing, length)}`;
  return [
    lengths.length > 1 ? part("lengths", lengthsHtml(asked, choosing, lengths, length)) : "",
    part("month", monthHtml(asked, choosing, shown, cell, day, today) + under),
    day === undefined
      ? ""
      : part(
          "day",
          dayHtml({ ...asked, length }, choosing, day, [
            ...(byDay.get(day) ?? []),
            ...(filledByDay.get(day) ?? []),
          ]),
        ),
    part("zone", zoneHtml(asked, choosing, shown)),
  ].join("\n");
}

/** A part of the page, which has its place where there is room for columns. */
export const part = (name: "lengths" | "month" | "day" | "zone", html: string): string =>
  `<div class="${name}">${html}</div>`;

export interface Shown {
  readonly year: number;
  readonly month: number;
  readonly starts: readonly OfferedStart[];
  /** Those that others fill in the form for. */
  readonly filled: readonly FilledStart[];
  /** Whether it was looked for, as nobody asked for a month: its first time is the first of all. */
  readonly isLooked: boolean;
}

/** How many months are looked through for the first free time. */
const MONTHS_AHEAD = 3;

/** @param length undefined: whichever */
export async function monthShown(
  app: App,
  { month, day, zone }: Asked,
  { type, own }: Choosing,
  today: number,
  length: number | undefined,
): Promise<Shown> {
  const wished = month ?? (day === undefined ? undefined : civilDate(day));
  const first = wished ?? civilDate(today);
  let { year, month: at } = first;
  for (let left = wished ? 1 : MONTHS_AHEAD; left > 0; left--) {
    const all = await timesOn(app, type, daysOf(year, at), zone, own);
    const suits = ({ lengths }: OfferedStart): boolean => length === undefined || lengths.includes(length);
    const [starts, filled] = [all.starts.filter(suits), all.filled.filter(suits)];
    if (starts.length + filled.length > 0)
      return { year, month: at, starts, filled, isLooked: wished === undefined };
    [year, at] = [at === 12 ? year + 1 : year, (at % 12) + 1];
  }
  return { year: first.year, month: first.month, starts: [], filled: [], isLooked: wished === undefined };
}

const daysOf = (year: number, month: number): Days => {
  const first = dayNumber(year, month, 1);
  return { first, last: first + daysInMonth(year, month) - 1 };
};

const monthText = (year: number, month: number): string => `${year}-${String(month).padStart(2, "0")}`;

/** @param cell what a day is called, and what stands by its number; undefined: nothing begins on it */
export function monthHtml(
  asked: Asked,
  { path, also }: Choosing,
  { year, month }: Shown,
  cell: (day: number) => { readonly label: string; readonly mark: string } | undefined,
  chosen: number | undefined,
  today: number,
): string {
  const { language } = asked;
  const words = nodeMessages(language);
  const { first, last } = daysOf(year, month);
  const before = weekdayOfDay(first) - 1;
  const cells = Array.from({ length: before }, () => "<td></td>");
  for (let day = first; day <= last; day++) {
    const number = day - first + 1;
    const offered = cell(day);
    const href = addressWith(path, asked, { ...also, month: monthText(year, month), day: dateText(day) });
    const isToday = day === today;
    const said = (label: string): string =>
      escapeHtml(isToday ? words("bookingPage.today", { label }) : label);
    const own = isToday ? ' class="today"' : "";
    cells.push(
      offered
        ? `<td${own}><a href="${escapeHtml(href)}#times" aria-label="${said(offered.label)}"${day === chosen ? ' aria-current="date"' : ""}>${number}<small aria-hidden="true">${offered.mark}</small></a></td>`
        : `<td${own}${isToday ? ` aria-label="${said(dayWords(day, language))}"` : ""}>${number}</td>`,
    );
  }
  while (cells.length % 7 > 0) cells.push("<td></td>");
  const rows = Array.from(
    { length: cells.length / 7 },
    (_, at) =>
      `<tr>${weekHtml(first - before + at * 7, today, language)}${cells.slice(at * 7, at * 7 + 7).join("")}</tr>`,
  );
  const heads = weekdayWords(language).map(
    ([short, full]) => `<th scope="col" abbr="${escapeHtml(full)}">${escapeHtml(short)}</th>`,
  );
  const to = (by: number): string => {
    const index = year * 12 + month - 1 + by;
    return addressWith(path, asked, { ...also, month: monthText(Math.floor(index / 12), (index % 12) + 1) });
  };
  const earlier = first > today ? stepHtml(to(-1), words("bookingPage.earlier"), CHEVRON_BACK) : "";
  const title = monthWords(year, month, language);
  return `<div class="ways">${earlier}<h2 id="month">${escapeHtml(title)}</h2>${stepHtml(to(1), words("bookingPage.later"), CHEVRON_ON)}</div>
<table aria-labelledby="month"><thead><tr><td class="week"></td>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

const stepHtml = (href: string, label: string, chevron: string): string =>
  `<a class="step" href="${escapeHtml(href)}" aria-label="${escapeHtml(label)}">${chevron}</a>`;

/** The number of the week of a Monday, which is shown where there is room for it. */
function weekHtml(monday: number, today: number, language: Asked["language"]): string {
  const { week } = isoWeek(asLocal(monday * DAY));
  const isThis = monday <= today && today < monday + 7;
  const label = nodeMessages(language)("format.week", { week });
  return `<th scope="row" class="week${isThis ? " now" : ""}" aria-label="${escapeHtml(label)}">${week}</th>`;
}

function dayHtml(
  asked: Asked,
  choosing: Choosing,
  day: number,
  starts: readonly (OfferedStart | FilledStart)[],
): string {
  const words = nodeMessages(asked.language);
  const title = words("bookingPage.timesOn", { date: dayWords(day, asked.language) });
  return `<h2 id="times" tabindex="-1">${escapeHtml(title)}</h2>\n${startsHtml(
    asked,
    choosing,
    starts.toSorted((a, b) => a.start - b.start),
  )}`;
}

/** Times as links, each with how soon it is, and what the host's clocks show where these are others. One that others fill in is no link. */
export function startsHtml(
  asked: Asked,
  { type, toTime, hostName }: Choosing,
  starts: readonly (OfferedStart | FilledStart)[],
  isWithDay = false,
): string {
  const { zone, language, now } = asked;
  const words = nodeMessages(language);
  const items = starts.map((each) => {
    const { start, lengths } = each;
    if ("until" in each) return filledHtml(each, asked);
    // One of another length is led to as it can be had.
    const other = asked.length === undefined || lengths.includes(asked.length) ? undefined : lengths[0];
    const time = clockText(start, zone, language);
    const day = isWithDay ? `${dayWords(dayOf(zone.toLocal(start)), language)}, ` : "";
    const theirZone = hostTime(start, zone, type);
    const theirs =
      theirZone === undefined
        ? ""
        : `<small>${escapeHtml(words("bookingPage.hostZone", { time: clockText(start, theirZone, language), zone: zoneWords(theirZone), name: hostName }))}</small>`;
    return `<li><a href="${escapeHtml(toTime(start, other))}">${escapeHtml(day + time)} <i>${escapeHtml(soonWords(start, now, zone, language))}</i>${theirs}</a></li>`;
  });
  return `<ul class="times">${items.join("")}</ul>`;
}

/** A time that somebody fills in the form for, and when it may be free again. */
function filledHtml({ start, until }: FilledStart, { zone, language, now }: Asked): string {
  const said = nodeMessages(language)("bookingPage.filling", { time: clockText(until, zone, language) });
  const soon = soonWords(start, now, zone, language);
  return `<li><span class="filled">${escapeHtml(clockText(start, zone, language))} <i>${escapeHtml(soon)}</i><small>${escapeHtml(said)}</small></span></li>`;
}

/** The host's zone, where its clocks show another time than the guest's. */
export function hostTime(start: number, zone: Zone, { type }: AskedType): Zone | undefined {
  const other = ianaZone(type.timeZone);
  return other && other.toLocal(start) !== zone.toLocal(start) ? other : undefined;
}

/** How long, or, of times in a row, how many. */
function lengthsHtml(
  asked: Asked,
  { path, also, type: { type } }: Choosing,
  lengths: readonly number[],
  length: number,
): string {
  const words = nodeMessages(asked.language);
  const isRow = (type.inRow ?? 1) > 1;
  const items = lengths.map((each, at) => {
    const minutes = each / MINUTE;
    const text = escapeHtml(
      isRow
        ? words("bookingPage.inRow", { count: at + 1, minutes })
        : words("bookingPage.length", { minutes }),
    );
    const href = addressWith(path, asked, { ...also, length: String(minutes) });
    return each === length ? `<li><b>${text}</b></li>` : `<li><a href="${escapeHtml(href)}">${text}</a></li>`;
  });
  return `<h2>${escapeHtml(words(isRow ? "bookingPage.howMany" : "bookingPage.lengths"))}</h2><ul class="segments">${items.join("")}</ul>`;
}

/** The zone of the guest, which can be changed; a form that only shows another page. */
function zoneHtml(asked: Asked, { path, also }: Choosing, { year, month }: Shown): string {
  const words = nodeMessages(asked.language);
  const kept = Object.entries({ ...also, lang: asked.language, month: monthText(year, month) });
  if (asked.length !== undefined) kept.push(["length", String(asked.length / MINUTE)]);
  if (asked.link !== undefined) kept.push(["link", asked.link]);
  if (asked.known.name !== undefined) kept.push(["name", asked.known.name]);
  if (asked.known.mail !== undefined) kept.push(["email", asked.known.mail]);
  const hidden = kept.map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const zones = [...new Set([asked.zone.id, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
  const options = zones.map(
    (id) => `<option${id === asked.zone.id ? " selected" : ""}>${escapeHtml(id)}</option>`,
  );
  return `<form method="get" action="${escapeHtml(path)}">${hidden.join("")}<label>${escapeHtml(words("bookingPage.zone"))}<select name="zone">${options.join("")}</select></label><p><button>${escapeHtml(words("bookingPage.show"))}</button></p></form>`;
}
