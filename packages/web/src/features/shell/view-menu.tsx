import type { RefObject } from "react";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { chooseColumns } from "../../grid/day-columns.ts";
import { MenuAt, MenuItem, MenuLine, MenuSelection, MenuStepper } from "../../ui/overlays/menu.tsx";
import { keyOf } from "../actions/model.ts";
import { askToPrint } from "../print/model.ts";
import { sidebarMenu } from "../sidebar/model.ts";
import type { NamedView, ToolbarView, ToolbarViewKind } from "./toolbar-view.ts";

export interface ViewMenuProps {
  readonly view: ToolbarView;
  readonly onView: (kind: ToolbarViewKind, count?: number) => void;
  /** those that stand nowhere else; absent where they stand beside the menu */
  readonly views?: readonly NamedView[];
  /** the button that opens it */
  readonly anchor: RefObject<Element | null>;
  readonly onClose: () => void;
}

/** The keys by which every browser prints. */
const PRINT_KEYS = /Mac/.test(navigator.platform) ? "⌘ P" : "Ctrl P";
const MOST_DAYS = 7;
const MOST_WEEKS = 8;
const keyOfView = (kind: ToolbarViewKind): string =>
  kind === "search"
    ? keyOf("find")
    : kind === "bookables"
      ? ""
      : keyOf(kind === "workweek" ? "workWeekView" : `${kind}View`);
const columns = [
  ["calendar", "dayByCalendar"],
  ["person", "dayByPerson"],
] as const;

/** How many days and weeks are in sight in each view; what has no number begins where the steps are of use. */
function sizeOf({ kind, count = 1 }: ToolbarView): { readonly days: number; readonly weeks: number } {
  if (kind === "days") return { days: count, weeks: 1 };
  if (kind === "weeks") return { days: MOST_DAYS, weeks: count };
  const days = kind === "day" ? 1 : kind === "workweek" ? 5 : MOST_DAYS;
  return { days, weeks: kind === "month" ? 5 : 1 };
}

/** Views beside the usual ones: the work week, tasks, columns, and as many days or weeks as one wants. */
export function ViewMenu({ view, onView, views = [], anchor, onClose }: ViewMenuProps) {
  const t = useMessages();
  return (
    <MenuAt label={t("view.more")} anchor={anchor} placement="bottom end" onClose={onClose}>
      <MenuSelection<ToolbarViewKind>
        label={t("shell.view")}
        value={view.kind}
        onChange={(kind) => onView(kind, view.count)}
      >
        {[...views, ...seldom(t)].map(({ value, label }) => (
          <MenuItem key={value} id={value} hint={keyOfView(value)}>
            {label}
          </MenuItem>
        ))}
      </MenuSelection>
      <MenuLine />
      <SizeSteps view={view} onView={onView} />
      <MenuLine />
      {columns.map(([kind, action]) => (
        <MenuItem
          key={kind}
          hint={keyOf(action)}
          onAction={() => {
            chooseColumns(kind);
            onView("day");
          }}
        >
          {t(`action.${action}`)}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem
        onAction={() => {
          if (anchor.current) sidebarMenu.set({ about: { kind: "filter" }, anchor: anchor.current });
        }}
      >
        {t("sidebar.showOnly")}
      </MenuItem>
      <MenuItem hint={PRINT_KEYS} onAction={askToPrint}>
        {t("print.open")}
      </MenuItem>
    </MenuAt>
  );
}

const seldom = (t: Messages): readonly NamedView[] => [
  { value: "workweek", label: t("view.workWeek") },
  { value: "tasks", label: t("shell.viewTasks") },
];

/** As many days or weeks as one wants: one of them is the day or the week. */
function SizeSteps({ view, onView }: Pick<ViewMenuProps, "view" | "onView">) {
  const t = useMessages();
  const { days, weeks } = sizeOf(view);
  const showDays = (count: number): void => (count === 1 ? onView("day") : onView("days", count));
  const showWeeks = (count: number): void => (count === 1 ? onView("week") : onView("weeks", count));
  return (
    <>
      <MenuStepper
        label={t("view.daysAtOnce")}
        name={t("view.daysStepper", { count: days })}
        value={days}
        least={1}
        most={MOST_DAYS}
        isChosen={view.kind === "days"}
        onChange={showDays}
        onAction={() => showDays(days)}
      />
      <MenuStepper
        label={t("view.weeksAtOnce")}
        name={t("view.weeksStepper", { count: weeks })}
        value={weeks}
        least={1}
        most={MOST_WEEKS}
        isChosen={view.kind === "weeks"}
        onChange={showWeeks}
        onAction={() => showWeeks(weeks)}
      />
    </>
  );
}
