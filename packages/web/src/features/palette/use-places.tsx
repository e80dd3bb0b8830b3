import { findInAlmanac, type AlmanacHit } from "@snart/calendar/almanac/find-in-almanac.ts";
import { findNameDays, type NameDay, type NameDays } from "@snart/calendar/almanac/name-days.ts";
import type { AlmanacRegion } from "@snart/calendar/almanac/almanac-day.ts";
import type { AlmanacDate } from "@snart/calendar/almanac/almanac-date.ts";
import type { ClosedKinds } from "@snart/calendar/almanac/squeeze-days.ts";
import { isoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { addDays, fieldsOfLocal, localFromFields, type Local } from "@snart/calendar/time/local.ts";
import { CalendarDays, CalendarRange, Grid3x3, Sparkle } from "lucide-react";
import { readPlaces, type Place } from "../../grammar/read-place.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useLongDate } from "../../i18n/use-long-date.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { Row } from "./row.ts";

export type GoTo = (day: Local, kind: Place["kind"]) => void;

export interface Almanac {
  readonly region: AlmanacRegion;
  readonly closed: ClosedKinds;
  /** the person's own list */
  readonly nameDays: NameDays;
}

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;
const MOST_DAYS = 16;

/** The days, weeks, months and years that a text names. */
export function usePlaceRows(query: string, today: Local, goTo: GoTo): readonly Row[] {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const monthFirst = useMonthFirst();
  const date = useLongDate(today);
  const words = ({ kind, day }: Place): Pick<Row, "text" | "aside" | "icon"> => {
    const { year } = fieldsOfLocal(day);
    if (kind === "day")
      return { icon: <CalendarDays {...icon} />, text: t("search.goTo", { date: date(day) }) };
    if (kind === "month")
      return { icon: <Grid3x3 {...icon} />, text: firstInLine(formats.monthAndYear(day), language) };
    if (kind === "year") {
      const aside = t("shell.weeksOfYear", { count: weeksInIsoYear(year) });
      return { icon: <Grid3x3 {...icon} />, text: String(year), aside };
    }
    const week = isoWeek(day);
    const last = addDays(day, 6);
    const days = formats.dayRange(day, last);
    const aside = t(week.week % 2 === 1 ? "palette.oddWeek" : "palette.evenWeek", { days });
    const text = t("palette.weekOfYear", { week: formats.week(week.week), year: String(week.year) });
    return { icon: <CalendarRange {...icon} />, text, aside };
  };
  return readPlaces(query, today, monthFirst).map((place) => ({
    ...words(place),
    key: `go ${place.kind} ${place.day}`,
    end: <HowSoon target={{ kind: "date", date: place.day }} />,
    go: () => goTo(place.day, place.kind),
  }));
}

/** The almanac's results for a text: named days and squeeze days, and name days of the person's own list. */
export function useAlmanacRows(query: string, today: Local, almanac: Almanac, goTo: GoTo): readonly Row[] {
  const t = useMessages();
  const language = useLanguage();
  const { year, month, day } = fieldsOfLocal(today);
  const said = useLongDate(today);
  const row = (hit: AlmanacHit): Row => {
    const at = localOf(hit.kind === "named" ? hit.day.date : hit.days.first);
    const about = { end: <HowSoon target={{ kind: "date", date: at }} />, icon: <Sparkle {...icon} /> };
    const date = said(at);
    if (hit.kind === "squeeze") {
      const { take, gives } = hit.days;
      const text = t("almanac.squeeze", { take, gives });
      return { ...about, key: `squeeze ${at}`, text, aside: date, go: () => goTo(at, "week") };
    }
    const text = hit.day.names[language === "sv" ? "sv" : "en"];
    return { ...about, key: `named ${at} ${hit.day.names.en}`, text, aside: date, go: () => goTo(at, "day") };
  };
  const nameDay = ({ date, names }: NameDay): Row => {
    const at = localOf(date);
    return {
      key: `name day ${at}`,
      icon: <Sparkle {...icon} />,
      text: t("almanac.nameDay", { names }),
      aside: said(at),
      end: <HowSoon target={{ kind: "date", date: at }} />,
      go: () => goTo(at, "day"),
    };
  };
  const date = { year, month, day };
  return [
    ...findInAlmanac(query, { today: date, ...almanac }).map(row),
    ...findNameDays(query, almanac.nameDays, date).map(nameDay),
  ].slice(0, MOST_DAYS);
}

const localOf = ({ year, month, day }: AlmanacDate): Local => localFromFields(year, month, day);
