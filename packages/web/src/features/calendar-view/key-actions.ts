import type { KeyedAction } from "../actions/model.ts";
import { chooseColumns, type DayColumns } from "../../grid/day-columns.ts";
import type { CalendarPageState } from "./page/use-calendar-page.ts";

/** Puts the focus on the time cursor of the grid. */
const toCursor = (): void =>
  document.querySelector<HTMLElement>("[data-time-cursor]")?.focus({ preventScroll: true });

function showColumns(page: CalendarPageState, kind: DayColumns): void {
  chooseColumns(kind);
  page.show("day");
}

/** The actions of the single keys; `key` is the pressed one, if an action has several. */
export const keyActions: Readonly<Record<KeyedAction, (page: CalendarPageState, key: string) => void>> = {
  today: (page) => page.goToday(),
  dayView: (page) => page.show("day"),
  dayByCalendar: (page) => showColumns(page, "calendar"),
  dayByPerson: (page) => showColumns(page, "person"),
  weekView: (page) => page.show("week"),
  workWeekView: (page) => page.show("workweek"),
  daysView: (page, key) => page.show("days", Number(key)),
  monthView: (page) => page.show("month"),
  weeksView: (page) => page.show("weeks"),
  yearView: (page) => page.show("year"),
  soonView: (page) => page.show("soon"),
  tasksView: (page) => page.show("tasks"),
  next: (page) => page.step(1),
  previous: (page) => page.step(-1),
  new: (page) => page.setDialog("add"),
  find: (page) => page.setDialog("search"),
  cursor: toCursor,
  undo: ({ itemActions }) => itemActions.undo(),
  keys: (page) => page.setDialog("keys"),
};
