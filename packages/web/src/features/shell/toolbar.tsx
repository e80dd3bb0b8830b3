"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { ChevronLeft, ChevronRight, PanelLeft, Plus, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { keyOf, keysOf } from "../actions/model.ts";
import type { NamedView, ToolbarView, ToolbarViewKind } from "./toolbar-view.ts";
import { NotificationBell } from "../notifications/model.ts";
import { AccountButton } from "./account-button.tsx";
import { ViewMenuButton } from "./view-menu-button.tsx";
import styles from "./toolbar.module.css";

const steps = {
  days: ["shell.previousDays", "shell.nextDays"],
  workweek: ["shell.previousWeek", "shell.nextWeek"],
  weeks: ["shell.previousWeeks", "shell.nextWeeks"],
  day: ["shell.previousDay", "shell.nextDay"],
  soon: ["shell.previousDay", "shell.nextDay"],
  tasks: null,
  search: null,
  bookables: null,
  week: ["shell.previousWeek", "shell.nextWeek"],
  month: ["shell.previousMonth", "shell.nextMonth"],
  year: ["shell.previousYear", "shell.nextYear"],
} as const;

interface ToolbarProps {
  readonly titleId: string;
  readonly title: string;
  readonly week: string;
  /** how far off the shown days are */
  readonly distance: ReactNode;
  readonly view: ToolbarView;
  readonly isSidebarOpen: boolean;
  readonly onUnfoldSidebar: () => void;
  readonly onToday: () => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onView: (kind: ToolbarViewKind, count?: number) => void;
  readonly onSearch: () => void;
  readonly onNew: () => void;
  readonly onKeys: () => void;
}

/** Names the view on screen, and leads to others. */
export function Toolbar(props: ToolbarProps) {
  const t = useMessages();
  const step = steps[props.view.kind];
  return (
    <header className={styles.toolbar}>
      {props.isSidebarOpen ? null : (
        <IconButton
          label={t("shell.unfoldSidebar")}
          title={`${t("shell.unfoldSidebar")} [`}
          aria-keyshortcuts="["
          onClick={props.onUnfoldSidebar}
        >
          <PanelLeft size={16} strokeWidth={1.6} />
        </IconButton>
      )}
      {step ? (
        <>
          <Button onClick={props.onToday} title={keyOf("today")}>
            {t("shell.today")}
          </Button>
          <div className={styles.steps}>
            <IconButton label={t(step[0])} onClick={() => props.onStep(-1)}>
              <ChevronLeft size={18} strokeWidth={1.7} />
            </IconButton>
            <IconButton label={t(step[1])} onClick={() => props.onStep(1)}>
              <ChevronRight size={18} strokeWidth={1.7} />
            </IconButton>
          </div>
        </>
      ) : null}
      <h1 id={props.titleId} className={styles.title}>
        <span className={styles.name}>{props.title}</span> <span className={styles.week}>{props.week}</span>{" "}
        {props.distance}
      </h1>
      <div className={styles.end}>
        <ViewSwitch view={props.view} onView={props.onView} />
        <IconButton
          label={t("search.open")}
          title={`${t("search.open")} ${keysOf("find").join(" ")}`}
          onClick={props.onSearch}
        >
          <Search size={17} strokeWidth={1.7} />
        </IconButton>
        <span className={styles.bell}>
          <NotificationBell />
        </span>
        <Button look="primary" onClick={props.onNew} title={keyOf("new")}>
          <Plus size={16} strokeWidth={2.2} />
          {t("shell.new")}
        </Button>
        <AccountButton onKeys={props.onKeys} />
      </div>
    </header>
  );
}

/** All views side by side, or in one menu where they would leave no room for the title of the view. */
function ViewSwitch({ view, onView }: Pick<ToolbarProps, "view" | "onView">) {
  const t = useMessages();
  const { kind } = view;
  const count = view.count ?? 0;
  const isNarrow = useMedia("(width < 73.75rem)");
  const special =
    kind === "workweek"
      ? t("view.workWeek")
      : kind === "days"
        ? t("view.days", { count })
        : kind === "weeks"
          ? t("view.weeks", { count })
          : kind === "tasks"
            ? t("shell.viewTasks")
            : kind === "search"
              ? t("search.open")
              : undefined;
  const views: readonly NamedView[] = [
    { value: "day", label: t("shell.viewDay") },
    { value: "week", label: t("shell.viewWeek") },
    { value: "month", label: t("shell.viewMonth") },
    { value: "year", label: t("shell.viewYear") },
    { value: "soon", label: t("shell.soon") },
  ];
  if (isNarrow) {
    const shown = special ?? views.find(({ value }) => value === kind)?.label;
    return <ViewMenuButton view={view} onView={onView} views={views} shown={shown} />;
  }
  // The switch never grows: for what stands in the menu alone, the button of the menu is lit.
  return (
    <>
      <SegmentedControl<ToolbarViewKind>
        label={t("shell.view")}
        value={kind}
        onChange={onView}
        segments={views}
      />
      <ViewMenuButton view={view} onView={onView} shown={special} />
    </>
  );
}
