import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { CalendarDays, Plus, Search } from "lucide-react";
import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import { useNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useShortDate } from "../../i18n/use-short-date.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { calendarForNew } from "../../store/items/calendar-for-new.ts";
import { useAccount } from "../../store/session.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import styles from "./palette.module.css";
import type { Row } from "./row.ts";
import { useLongDate } from "../../i18n/use-long-date.ts";
import type { GoTo } from "./use-places.tsx";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;

interface CreateRows {
  /** below what was found */
  readonly create: Row;
  /** for words that nothing is called: the same at large, and what else may be meant */
  readonly alone: readonly Row[];
}

interface CreateSources {
  readonly query: string;
  readonly today: Local;
  readonly onCreate: (words: string) => void;
  readonly onSearch: (words: string) => void;
  readonly goTo: GoTo;
}

/** The event that the words would make. */
export function useCreateRows({ query, today, onCreate, onSearch, goTo }: CreateSources): CreateRows {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const local = useFormats("UTC");
  const date = useLongDate(today);
  const short = useShortDate(UTC);
  const { calendars } = useCalendarSnapshot();
  const words = query.trim();
  const { title, time } = readQuickAdd(words, zone.toLocal(useNow()), useMonthFirst());
  const hours = time && !time.allDay ? local.timeRange(time.start, time.end) : "";
  const calendar = calendarForNew(calendars, useAccount()?.preferences.defaultCalendarId);
  const base = {
    key: "create",
    icon: <Plus {...icon} />,
    text: t("palette.create", { title: isolated(title || words) }),
    go: () => onCreate(words),
  };
  const soon = time && <HowSoon target={{ kind: "date", date: time.start }} />;
  const large: Row = time
    ? {
        ...base,
        end: <HowSoon target={{ kind: "date", date: time.start }} size={19} />,
        more: (
          <span className={styles.when}>
            <span>{firstInLine(date(startOfDay(time.start)), language)}</span>
            <b>{hours}</b>
            <span className={styles.quiet}>{local.week(isoWeek(time.start).week)}</span>
            <span>
              {calendar ? <Swatch colour={calendar.colour} /> : null}
              {calendar?.name}
            </span>
          </span>
        ),
      }
    : base;
  const all: Row = {
    key: "all",
    icon: <Search {...icon} />,
    text: t("palette.everything", { query: isolated(title || words) }),
    end: <kbd>Ctrl ↵</kbd>,
    go: () => onSearch(title || words),
  };
  return {
    create: {
      ...base,
      ...(time ? { aside: `${short(time.start)} ${hours}`.trim(), end: soon } : { end: <kbd>N</kbd> }),
    },
    alone: time ? [large, goToDay(startOfDay(time.start)), all] : [large, all],
  };

  function goToDay(day: Local): Row {
    return {
      key: `go day ${day}`,
      icon: <CalendarDays {...icon} />,
      text: t("search.goTo", { date: date(day) }),
      aside: local.week(isoWeek(day).week),
      end: <HowSoon target={{ kind: "date", date: day }} />,
      go: () => goTo(day, "day"),
    };
  }
}
