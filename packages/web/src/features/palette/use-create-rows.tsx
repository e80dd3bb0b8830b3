import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { CalendarDays, Plus } from "lucide-react";
import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { Row } from "./row.ts";
import type { GoTo } from "./use-places.tsx";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;

/** For words that nothing is called: the event that they would make, and its day to go to. */
export function useCreateRows(query: string, onCreate: (words: string) => void, goTo: GoTo): readonly Row[] {
  const t = useMessages();
  const zone = useViewerZone();
  const local = useFormats("UTC");
  const words = query.trim();
  const { title, time } = readQuickAdd(words, zone.toLocal(useNow()), useMonthFirst());
  const hours = time && !time.allDay ? ` ${local.timeRange(time.start, time.end)}` : "";
  const create: Row = {
    key: "create",
    icon: <Plus {...icon} />,
    text: t("palette.create", { title: isolated(title || words) }),
    ...(time && {
      aside: local.shortDayAndYear(time.start) + hours,
      end: <HowSoon target={{ kind: "date", date: time.start }} />,
    }),
    go: () => onCreate(words),
  };
  return time ? [create, goToDay(startOfDay(time.start))] : [create];

  function goToDay(day: Local): Row {
    return {
      key: `go day ${day}`,
      icon: <CalendarDays {...icon} />,
      text: t("search.goTo", { date: local.dayAndYear(day) }),
      end: <HowSoon target={{ kind: "date", date: day }} />,
      go: () => goTo(day, "day"),
    };
  }
}
