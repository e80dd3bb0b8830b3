import { Suspense, useState } from "react";
import { EventEditor } from "../../event/screen.tsx";
import { DayStrip, PhoneFrame } from "../../phone-shell/screen.tsx";
import { MoreSheet, UnreachablePanel } from "../../shell/screen.tsx";
import type { PhoneTab } from "../../phone-shell/screen.tsx";
import { CalendarList } from "../../sidebar/screen.tsx";
import { SoonPage } from "../../soon-rail/screen.tsx";
import type { PageProps } from "./page-props.ts";
import { isWide } from "./use-calendar-page.ts";
import { usePageTitle, ViewDistance } from "./use-page-title.tsx";
import { ViewBody } from "./view-body.tsx";
import styles from "./calendar-page.module.css";

const tabs = { soon: "soon", day: "day", week: "day", month: "month", year: "year" } as const;

/** One thing at a time: what comes soon, or one day. */
export function PhonePage({ page, views, banner }: PageProps) {
  const { view, days, desk, soon, calendars, account } = page;
  const [isMoreOpen, setMoreOpen] = useState(false);
  const { title, week } = usePageTitle(view.kind, days, true);
  const Wide = isWide(view.kind) ? views[view.kind] : null;
  const tab: PhoneTab = isMoreOpen ? "more" : tabs[view.kind];
  const choose = (next: PhoneTab): void => {
    setMoreOpen(next === "more");
    if (next !== "more") page.show(next);
  };
  return (
    <PhoneFrame
      titleId={page.titleId}
      title={title}
      week={week}
      distance={view.kind === "soon" ? null : <ViewDistance days={days} />}
      tab={tab}
      onTab={choose}
      onSearch={() => page.setDialog("search")}
      onNew={page.newEvent}
      banner={banner}
    >
      <main id="calendar" tabIndex={-1} aria-labelledby={page.titleId} className={styles.main}>
        {view.kind === "soon" || Wide ? null : (
          <DayStrip selected={view.date} isRed={page.isRed} onPick={(day) => page.goTo(day, "day")} />
        )}
        {page.hasFailed ? (
          <UnreachablePanel onRetry={page.retry} />
        ) : view.kind === "soon" ? (
          <SoonPage
            occurrences={soon.occurrences}
            isLoading={!soon.isComplete}
            address={account.email}
            onOpen={desk.open}
          />
        ) : Wide ? (
          <Suspense>
            <Wide page={page} isPhone />
          </Suspense>
        ) : (
          <ViewBody page={page} isPhone />
        )}
      </main>
      {desk.editing ? <EventEditor desk={desk} calendars={calendars} /> : null}
      <Suspense>
        {isMoreOpen ? (
          <MoreSheet onClose={() => setMoreOpen(false)}>
            <CalendarList calendars={calendars} />
          </MoreSheet>
        ) : null}
      </Suspense>
    </PhoneFrame>
  );
}
