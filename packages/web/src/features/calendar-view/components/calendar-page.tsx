import { distanceOfPeriod } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useId, useMemo, useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { clockNow, useAtNow } from "../../../i18n/clock.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { DistanceText } from "../../../ui/distance.tsx";
import { HowSoon } from "../../../ui/how-soon.tsx";
import { useMedia, usePhone } from "../../../ui/use-media.ts";
import { useStoredFlag } from "../../../ui/use-stored-flag.ts";
import { EventEditor, EventOverlays, nextHour, useEventDesk } from "../../event/screen.tsx";
import { Frame, OfflineBanner, Toolbar } from "../../shell/screen.tsx";
import { Sidebar } from "../../sidebar/screen.tsx";
import { RAIL_DAYS, SoonPage, SoonRail } from "../../soon-rail/screen.tsx";
import { almanacRegion, isRedDay } from "../red-days.ts";
import { busyDaysOf, useOccurrences } from "../use-occurrences.ts";
import { useView } from "../use-view.ts";
import { daysOfView } from "../view-address.ts";
import { ViewBody } from "./view-body.tsx";
import styles from "./calendar-page.module.css";

/** The calendar in its frame. */
export function CalendarPage({ account }: { readonly account: Account }) {
  const isPhone = usePhone();
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const isNarrow = useMedia("(max-width: 1023px)");
  const isSlim = useMedia("(max-width: 1279px)");
  const titleId = useId();
  const { view, today, goToday, goTo, step, show } = useView(isPhone ? "soon" : "week");
  const days = daysOfView(view);
  const first = dayOf(days[0] ?? today);
  const shown = useOccurrences(first, first + days.length);
  const soon = useOccurrences(dayOf(today), dayOf(today) + (view.kind === "soon" ? 60 : RAIL_DAYS));
  const [month, setMonth] = useState<readonly [number, number]>([first, first + 1]);
  const inMonth = useOccurrences(month[0], month[1]);
  const busyDays = useMemo(() => busyDaysOf(inMonth.occurrences, zone), [inMonth.occurrences, zone]);
  const { calendars } = useCalendarSnapshot();
  const desk = useEventDesk();
  const [isSidebarOpen, setSidebarOpen] = useStoredFlag("sidebar", !isNarrow);
  const [isRailOpen, setRailOpen] = useStoredFlag("rail", !isSlim);
  const region = almanacRegion(zone.id, language);
  const address = account.email;
  const onShowDays = useStableMonth(setMonth);
  const title = useTitle(view.kind, days);
  return (
    <Frame
      isSidebarOpen={isSidebarOpen}
      onFoldSidebar={() => setSidebarOpen(false)}
      sidebar={
        <Sidebar
          selected={view.date}
          marksWeek={view.kind === "week"}
          busyDays={busyDays}
          isRed={(day) => isRedDay(day, region)}
          onPick={(day) => goTo(day, view.kind === "soon" ? "day" : view.kind)}
          onShowDays={onShowDays}
          fetching={title.week}
        />
      }
      toolbar={
        <Toolbar
          titleId={titleId}
          title={title.title}
          week={title.week}
          distance={<ViewDistance days={days} isWeek={view.kind === "week"} />}
          view={view.kind}
          isSidebarOpen={isSidebarOpen}
          onUnfoldSidebar={() => setSidebarOpen(true)}
          onToday={goToday}
          onStep={step}
          onView={show}
          onSearch={() => undefined}
          onNew={() => desk.editNew(nextHour(clockNow()))}
          onKeys={() => undefined}
        />
      }
      banner={<OfflineBanner />}
      side={
        desk.editing ? (
          <EventEditor desk={desk} calendars={calendars} />
        ) : view.kind === "soon" ? null : (
          <SoonRail
            occurrences={soon.occurrences}
            isLoading={!soon.isComplete}
            address={address}
            isOpen={isRailOpen}
            onFold={() => setRailOpen(!isRailOpen)}
            onOpen={desk.open}
          />
        )
      }
    >
      <main id="calendar" tabIndex={-1} aria-labelledby={titleId} className={styles.main}>
        {view.kind === "soon" ? (
          <SoonPage
            occurrences={soon.occurrences}
            isLoading={!soon.isComplete}
            address={address}
            onOpen={desk.open}
          />
        ) : (
          <ViewBody
            view={view}
            days={days}
            range={shown}
            account={account}
            desk={desk}
            isPhone={isPhone}
            onTurn={step}
            onOpenDay={(day) => goTo(day, "day")}
          />
        )}
      </main>
      <EventOverlays desk={desk} calendars={calendars} address={address} />
      <span className="visually-hidden">{t("shell.view")}</span>
    </Frame>
  );
}

function ViewDistance({ days, isWeek }: { readonly days: readonly Local[]; readonly isWeek: boolean }) {
  const zone = useViewerZone();
  const language = useLanguage();
  const first = days[0] ?? (0 as Local);
  const text = useAtNow((now) =>
    distanceOfPeriod({ first, last: addDays(first, 6), unit: "week" }, now, zone, language),
  );
  if (!isWeek) return <HowSoon target={{ kind: "date", date: first }} size={16} />;
  return <DistanceText text={text} warmth={2} size={16} />;
}

/** Title and week of what is on screen (design.md section 3, "Title pattern"). */
function useTitle(kind: string, days: readonly Local[]): { readonly title: string; readonly week: string } {
  const language = useLanguage();
  const formats = useFormats("UTC");
  const first = days[0] ?? (0 as Local);
  const week = formats.week(isoWeek(first).week);
  if (kind !== "week") return { title: firstInLine(formats.day(first), language), week };
  // A week belongs to the month that has its Thursday, as it does to the year.
  return { title: firstInLine(formats.monthAndYear(addDays(first, 3)), language), week };
}

function useStableMonth(
  setMonth: (days: readonly [number, number]) => void,
): (from: number, to: number) => void {
  const [stable] = useState(() => (from: number, to: number) => setMonth([from, to]));
  return stable;
}
