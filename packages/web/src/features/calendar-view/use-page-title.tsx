"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { distanceOfPeriod } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { isoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { asLocal, dayOf, fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { useAtNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages, type MessageKey } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import type { ViewKind } from "../../grid/view-address.ts";
import styles from "./calendar-page.module.css";

interface PageTitle {
  readonly title: string;
  readonly week: string;
}

const LISTS: Readonly<Partial<Record<ViewKind, MessageKey>>> = {
  tasks: "shell.viewTasks",
  search: "search.open",
  bookables: "bookables.title",
};

/** Returns title and week of the view (docs/design.md §3, "Title pattern"), and titles the document. */
export function usePageTitle(kind: ViewKind, days: readonly Local[], isShort = false): PageTitle {
  const t = useMessages();
  const long = useTitle(kind, days, false);
  const title = useTitle(kind, days, isShort);
  useDocumentTitle(
    ...(kind === "soon" ? [t("shell.soon")] : [long.title, long.week].filter((text) => text !== "")),
  );
  return title;
}

function useTitle(kind: ViewKind, days: readonly Local[], isShort: boolean): PageTitle {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const first = days[0] ?? asLocal(0);
  const number = isoWeek(first).week;
  const week = isShort ? formats.weekInText(number) : formats.week(number);
  const last = days.at(-1) ?? first;
  const [from, to] = [number, isoWeek(last).week];
  const weeks = from === to ? week : t("shell.weeks", { from: String(from), to: String(to) });
  const list = LISTS[kind];
  if (list) return { title: t(list), week: "" };
  if (kind === "days" && isShort) return { title: formats.dayRange(first, last), week };
  if (kind === "month") {
    if (isShort) return { title: firstInLine(formats.month(first), language), week: formats.year(first) };
    return {
      title: firstInLine(formats.monthAndYear(first), language),
      week: weeks,
    };
  }
  if (kind === "year") {
    const count = weeksInIsoYear(fieldsOfLocal(first).year);
    return { title: formats.year(first), week: t("shell.weeksOfYear", { count }) };
  }
  if (kind !== "day" && kind !== "soon")
    return { title: firstInLine(formats.monthRange(first, last), language), week: weeks };
  if (!isShort) return { title: firstInLine(formats.day(first), language), week };
  // On a phone the strip below has the week.
  return { title: firstInLine(formats.shortDay(first), language), week: kind === "soon" ? week : "" };
}

/** Returns whether today is among the days on screen. */
export function useShowsToday(days: readonly Local[]): boolean {
  const zone = useViewerZone();
  const [first, last] = [days[0] ?? asLocal(0), days.at(-1) ?? asLocal(0)];
  return useAtNow((now) => {
    const today = dayOf(zone.toLocal(now));
    return dayOf(first) <= today && today <= dayOf(last);
  });
}

/** Returns the distance to the view: to the whole of it for weeks or a month, else to the first day. */
export function ViewDistance({ kind, days }: { readonly kind: ViewKind; readonly days: readonly Local[] }) {
  const zone = useViewerZone();
  const language = useLanguage();
  const first = days[0] ?? asLocal(0);
  const text = useAtNow((now) =>
    distanceOfPeriod(
      { first, last: days.at(-1) ?? first, unit: kind === "month" ? "month" : "week" },
      now,
      zone,
      language,
    ),
  );
  const left = useAtNow((now) => dayOf(days.at(-1) ?? first) - dayOf(zone.toLocal(now)));
  const holdsToday = left >= 0 && left < days.length;
  if (days.length > 31 && holdsToday) return <YearNow left={left} />;
  if (LISTS[kind] || (kind === "weeks" && holdsToday)) return null;
  if (days.length === 1 || kind === "days")
    return <HowSoon target={{ kind: "date", date: first }} size={16} />;
  return <DistanceText text={text} warmth={2} size={16} />;
}

/** Shows the present position in the visible year. */
function YearNow({ left }: { readonly left: number }) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const week = useAtNow((now) => isoWeek(zone.toLocal(now)).week);
  return <span className={styles.now}>{t("year.now", { week: formats.weekInText(week), count: left })}</span>;
}
