import {
  ArrowLeft,
  ArrowRight,
  CalendarDays,
  CalendarRange,
  Clock,
  Columns3,
  Grid3x3,
  Keyboard,
  ListChecks,
  Plus,
  Search,
  TextCursor,
  Undo2,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { KeyedAction } from "./model.ts";

export { KeysDialog } from "./keys-dialog.tsx";

/** The icon before an action with a key in a list. */
export const actionIcons: Readonly<Record<KeyedAction, LucideIcon>> = {
  today: CalendarDays,
  dayView: CalendarRange,
  dayByCalendar: Columns3,
  dayByPerson: UsersRound,
  weekView: Columns3,
  workWeekView: Columns3,
  daysView: Columns3,
  monthView: Grid3x3,
  weeksView: Grid3x3,
  yearView: Grid3x3,
  soonView: Clock,
  tasksView: ListChecks,
  next: ArrowRight,
  previous: ArrowLeft,
  new: Plus,
  find: Search,
  cursor: TextCursor,
  undo: Undo2,
  keys: Keyboard,
};
