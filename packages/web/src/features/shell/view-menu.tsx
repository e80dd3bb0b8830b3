import type { RefObject } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { chooseColumns } from "../../grid/day-columns.ts";
import { MenuAt, MenuItem, MenuLine, MenuSelection } from "../../ui/overlays/menu.tsx";
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
const DAYS = [2, 3, 4, 5, 6, 7];
const WEEKS = [2, 3, 4, 5, 6, 7, 8];
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

/** Views beside the usual ones: the work week, some days, some weeks. */
export function ViewMenu({ view, onView, views = [], anchor, onClose }: ViewMenuProps) {
  const t = useMessages();
  const chosen = view.count === undefined ? view.kind : `${view.kind} ${view.count}`;
  const choose = (id: string): void => {
    const [kind = "", count] = id.split(" ");
    if (kind === "days" || kind === "weeks") onView(kind, Number(count));
  };
  return (
    <MenuAt label={t("view.more")} anchor={anchor} placement="bottom end" onClose={onClose}>
      {views.length > 0 ? (
        <MenuSelection<ToolbarViewKind>
          label={t("shell.view")}
          value={view.kind}
          onChange={(kind) => onView(kind, view.count)}
        >
          {views.map(({ value, label }) => (
            <MenuItem key={value} id={value} hint={keyOfView(value)}>
              {label}
            </MenuItem>
          ))}
        </MenuSelection>
      ) : null}
      {views.length > 0 ? <MenuLine /> : null}
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
      <MenuItem hint={keyOf("workWeekView")} onAction={() => onView("workweek")}>
        {t("view.workWeek")}
      </MenuItem>
      <MenuItem hint={keyOf("tasksView")} onAction={() => onView("tasks")}>
        {t("shell.viewTasks")}
      </MenuItem>
      <MenuLine />
      <MenuSelection label={t("view.someDays")} value={chosen} onChange={choose}>
        {DAYS.map((count) => (
          <MenuItem key={count} id={`days ${count}`} hint={String(count)}>
            {t("view.days", { count })}
          </MenuItem>
        ))}
      </MenuSelection>
      <MenuLine />
      <MenuSelection label={t("view.someWeeks")} value={chosen} onChange={choose}>
        {WEEKS.map((count) => (
          <MenuItem key={count} id={`weeks ${count}`} hint={count === 4 ? keyOf("weeksView") : undefined}>
            {t("view.weeks", { count })}
          </MenuItem>
        ))}
      </MenuSelection>
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
