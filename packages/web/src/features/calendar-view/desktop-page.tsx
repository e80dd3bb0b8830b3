import { useLayoutEffect, useRef } from "react";
import { page } from "../../ui/part.tsx";
import { useElementSize } from "../../ui/use-element-size.ts";
import { useMedia } from "../../ui/use-media.ts";
import { useStoredFlag } from "../../ui/use-stored-flag.ts";
import { EventEditor } from "../event/screen.tsx";
import { Frame, Toolbar, UnreachablePanel } from "../shell/screen.tsx";
import { Sidebar } from "../sidebar/screen.tsx";
import { SoonRail } from "../soon-rail/screen.tsx";
import { TaskSide, TaskTray } from "../tasks/screen.tsx";
import { daysOfView, isList, isWide } from "../../grid/view-address.ts";
import type { PageProps } from "./model.ts";
import { usePageTitle, ViewDistance } from "./use-page-title.tsx";
import { useFoldKeys } from "./use-shortcuts.ts";
import { useSidebar } from "./page/use-sidebar.ts";
import { ViewBody } from "./time-grid/view-body.tsx";
import styles from "./calendar-page.module.css";

/** Shows a day in one column or several; it is fetched with the page if it is the view that opens. */
export const dayBody = page(() => import("./columns/day-body.tsx").then((module) => module.DayBody));

const weekly: ReadonlySet<string> = new Set(["workweek", "week", "weeks", "month", "year"]);

/** Sidebar, toolbar, view and rail side by side. */
export function DesktopPage({ page, views, banner }: PageProps) {
  const { view, itemActions, soon, calendars, account } = page;
  const main = useRef<HTMLElement>(null);
  const { width } = useElementSize(main);
  const { setRoom } = page;
  useLayoutEffect(() => setRoom(width || Infinity), [setRoom, width]);
  const days = isWide(view.kind) ? daysOfView({ ...view, date: page.onScreen }) : page.days;
  const isSlim = useMedia("(width < 80rem)");
  const sidebar = useSidebar();
  const rail = useStoredFlag(isSlim ? "rail.slim" : "rail", !isSlim);
  const railBesideMonth = useStoredFlag("rail.wide", false);
  const [isRailOpen, setRailOpen] = isWide(view.kind) ? railBesideMonth : rail;
  const { title, week } = usePageTitle(view.kind, days);
  useFoldKeys({ sidebar: sidebar.fold, rail: () => setRailOpen(!isRailOpen) });
  const side = page.task ? (
    <TaskSide
      task={page.task}
      onOpen={page.openTask}
      way={isWide(view.kind) || view.kind === "soon" ? (day) => page.goTo(day, "week") : "here"}
    />
  ) : itemActions.editing ? (
    <EventEditor itemActions={itemActions} calendars={calendars} />
  ) : view.kind === "soon" || view.kind === "bookables" || page.hasFailed ? null : (
    <SoonRail
      occurrences={soon.occurrences}
      isLoading={!soon.isComplete}
      address={account.email}
      isOpen={isRailOpen}
      onFold={() => setRailOpen(!isRailOpen)}
      onOpen={itemActions.open}
      tray={isWide(view.kind) ? null : <TaskTray onOpen={page.openTask} />}
    />
  );
  return (
    <Frame
      isSidebarOpen={sidebar.isOpen}
      isDrawer={sidebar.isDrawer}
      onFoldSidebar={sidebar.fold}
      sidebar={
        <Sidebar
          selected={page.day}
          marksWeek={weekly.has(view.kind) && !page.isPicked}
          busyDays={page.busyDays}
          isRed={page.isRed}
          onPick={(day) => {
            sidebar.closeDrawer();
            page.goTo(day, isList(view.kind) ? "day" : view.kind);
          }}
          onShowDays={page.showMonth}
          fetching={week.toLocaleLowerCase()}
        />
      }
      toolbar={
        <Toolbar
          titleId={page.titleId}
          title={title}
          week={week}
          distance={<ViewDistance kind={view.kind} days={days} />}
          view={view}
          isSidebarOpen={sidebar.isOpen && !sidebar.isDrawer}
          onUnfoldSidebar={sidebar.fold}
          onToday={page.goToday}
          onStep={page.step}
          onView={page.show}
          onSearch={() => page.setDialog("search")}
          onNew={() => page.setDialog("add")}
          onKeys={() => page.setDialog("keys")}
        />
      }
      banner={banner}
      side={side}
    >
      <main ref={main} id="calendar" tabIndex={-1} aria-labelledby={page.titleId} className={styles.main}>
        <Body page={page} views={views} />
      </main>
    </Frame>
  );
}

/** The view that is shown. */
function Body({ page, views }: Pick<PageProps, "page" | "views">) {
  const { kind } = page.view;
  const Wide = kind === "soon" ? views.soon : isWide(kind) ? views[kind] : null;
  // What can be booked is fetched by itself, and says by itself what is wrong.
  if (page.hasFailed && kind !== "bookables")
    return <UnreachablePanel problem={page.problem} onRetry={page.retry} />;
  if (Wide) return <Wide page={page} isPhone={false} />;
  return kind === "day" ? <dayBody.Component page={page} /> : <ViewBody page={page} isPhone={false} />;
}
