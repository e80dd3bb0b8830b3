import { useState } from "react";
import { EventEditor } from "../event/screen.tsx";
import { DayStrip, PhoneFrame, type PhoneTab } from "../phone-shell/screen.tsx";
import { MoreSheet, UnreachablePanel } from "../shell/screen.tsx";
import { useStoredFlag } from "../../ui/use-stored-flag.ts";
import { useSwipe } from "../../ui/use-swipe.ts";
import { CalendarList } from "../sidebar/screen.tsx";
import { TaskSide } from "../tasks/screen.tsx";
import { isList, isWide } from "../../grid/view-address.ts";
import type { PageProps } from "./model.ts";
import { usePageTitle, useShowsToday, ViewDistance } from "./use-page-title.tsx";
import { ViewBody } from "./time-grid/view-body.tsx";
import styles from "./calendar-page.module.css";

const tabs = {
  soon: "soon",
  day: "day",
  days: "day",
  workweek: "day",
  week: "day",
  weeks: "month",
  month: "month",
  year: "year",
  tasks: "more",
  search: "more",
  bookables: "bookables",
} as const;

/** Puts the caret into the line in which a task is written. */
const writeTask = (): void => document.querySelector<HTMLElement>("[data-task-add]")?.focus();

/** Shows one thing at a time: what comes soon, or one day. */
export function PhonePage({ page, views, banner }: PageProps) {
  const { view, days, itemActions, calendars } = page;
  const [isThree, setThree] = useStoredFlag("phone.three", view.kind === "days");
  const [isMoreOpen, setMoreOpen] = useState(false);
  const { title, week } = usePageTitle(view.kind, days, true);
  const Wide = isWide(view.kind) ? views[view.kind] : null;
  const tab: PhoneTab = isMoreOpen ? "more" : tabs[view.kind];
  const choose = (next: PhoneTab): void => {
    setMoreOpen(next === "more");
    // The return to the days shows as many of them as before.
    if (next === "more") return;
    if (next === tab && next !== "bookables") page.goToday();
    else page.show(next === "day" && isThree ? "days" : next);
  };
  const swipe = useSwipe(page.step);
  const showsDays = view.kind !== "soon" && !Wide;
  const isToday = useShowsToday(days);
  return (
    <PhoneFrame
      titleId={page.titleId}
      title={title}
      week={week}
      distance={
        isList(view.kind) || view.kind === "days" ? null : <ViewDistance kind={view.kind} days={days} />
      }
      onTitle={showsDays ? () => page.show("month") : null}
      onToday={isList(view.kind) || isToday ? null : page.goToday}
      columns={showsDays ? days.length : null}
      onColumns={(count) => {
        setThree(count > 1);
        page.show(count > 1 ? "days" : "day", count);
      }}
      tab={tab}
      onTab={choose}
      onSearch={() => page.setDialog("search")}
      onNew={() => (view.kind === "tasks" ? writeTask() : page.setDialog("add"))}
      banner={banner}
    >
      <main id="calendar" tabIndex={-1} aria-labelledby={page.titleId} className={styles.main}>
        {showsDays ? (
          <DayStrip
            selected={view.date}
            count={days.length}
            isRed={page.isRed}
            onPick={(day) => page.goTo(day, view.kind)}
          />
        ) : null}
        {page.hasFailed && view.kind !== "bookables" ? (
          <UnreachablePanel problem={page.problem} onRetry={page.retry} />
        ) : view.kind === "soon" ? (
          <views.soon page={page} isPhone />
        ) : Wide ? (
          <Wide page={page} isPhone />
        ) : (
          <div className={styles.turned} {...swipe}>
            <ViewBody page={page} isPhone />
          </div>
        )}
      </main>
      {page.task ? <TaskSide task={page.task} onOpen={page.openTask} way={null} /> : null}
      {itemActions.editing ? <EventEditor itemActions={itemActions} calendars={calendars} /> : null}
      {isMoreOpen ? (
        <MoreSheet onClose={() => setMoreOpen(false)}>
          <CalendarList calendars={calendars} />
        </MoreSheet>
      ) : null}
    </PhoneFrame>
  );
}
