import { HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { clockNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { Time } from "./model.ts";

export interface TimeWords {
  /** "10–13", "10:30–13"; a stay with the day on which it ends */
  readonly clock: (time: Time) => string;
  /** "today 10–13", "Thu 26 Nov 10–13" */
  readonly when: (time: Time) => string;
  /** the same where it begins a line */
  readonly begun: (time: Time) => string;
  /** "Thursday 26 November 10–13" */
  readonly long: (time: Time) => string;
  /** "Thu 26 Nov 08:00" */
  readonly moment: (at: number) => string;
  /** "08:00" */
  readonly time: (at: number) => string;
  readonly day: (at: number) => string;
  /** the end of something: "12:00", "Sat 28 Nov 12:00" on another day than the start */
  readonly ending: (end: number, start: number) => string;
  /** The end of what runs or begins now: "13", "tomorrow 12". */
  readonly until: (end: number) => string;
  /** "10", "10:30" */
  readonly hour: (at: number, isEnd?: boolean) => string;
}

/** Words for times of a thing, in its own clocks. */
export function useTimeWords(zone: Zone): TimeWords {
  const t = useMessages();
  const language = useLanguage();
  const { time, shortDay, day } = useFormats(zone.id);
  const ofDay = (at: number): number => timeOfDay(zone.toLocal(at));
  const isWhole = (at: number): boolean => ofDay(at) % HOUR === 0;
  const hour = (at: number, isEnd = false): string => {
    if (isEnd && ofDay(at) === 0 && time(at) === "00:00") return "24";
    return isWhole(at) ? time(at).replace(":00", "") : time(at);
  };
  const clock = ({ start, end }: Time): string => {
    const nights = dayOf(zone.toLocal(end - 1)) - dayOf(zone.toLocal(start));
    const ending = hour(end, true);
    return nights === 0 ? `${hour(start)}–${ending}` : `${hour(start)} – ${shortDay(end)} ${ending}`;
  };
  const dayOfStart = (start: number): "today" | "tomorrow" | "other" => {
    const days = dayOf(zone.toLocal(start)) - dayOf(zone.toLocal(clockNow()));
    return days === 0 ? "today" : days === 1 ? "tomorrow" : "other";
  };
  const said = (start: number, words: string): string =>
    t("bookables.when", { day: dayOfStart(start), date: shortDay(start), time: words });
  const when = (it: Time): string => said(it.start, clock(it));
  return {
    clock,
    when,
    begun: (it) => firstInLine(when(it), language),
    long: (it) => firstInLine(`${day(it.start)} ${clock(it)}`, language),
    time: (at) => time(at),
    moment: (at) => said(at, time(at)),
    ending: (end, start) => {
      const isSameDay = dayOf(zone.toLocal(end - 1)) === dayOf(zone.toLocal(start));
      return isSameDay ? hour(end, true) : `${shortDay(end)} ${hour(end, true)}`;
    },
    until: (end) => (dayOfStart(end - 1) === "today" ? hour(end, true) : said(end, hour(end))),
    day: (at) => firstInLine(day(at), language),
    hour,
  };
}
