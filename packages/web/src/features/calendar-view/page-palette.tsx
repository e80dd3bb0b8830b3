import { useNameDays } from "../../grid/almanac/use-name-days.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { Palette } from "../palette/screen.tsx";
import { refOf } from "../tasks/screen.tsx";
import { useLocation } from "wouter";
import { searchPath } from "../../grid/finding/search-address.ts";
import { pathOfOccurrence } from "../../grid/finding/event-path.ts";
import type { CalendarPageState } from "./page/use-calendar-page.ts";
import { useCommands } from "./use-commands.ts";

export interface PagePaletteProps {
  readonly page: CalendarPageState;
  readonly onClose: () => void;
}

/** Shows the palette over the calendar, which opens the chosen result. */
export function PagePalette({ page, onClose }: PagePaletteProps) {
  const [, navigate] = useLocation();
  const almanac = useAlmanac();
  const nameDays = useNameDays();
  const commands = useCommands(page);
  return (
    <Palette
      today={page.today}
      address={page.account.email}
      almanac={{ ...almanac, nameDays }}
      commands={commands}
      goTo={page.goTo}
      onTask={(task) => page.openTask(refOf(task))}
      onEvent={(it) => navigate(pathOfOccurrence(it))}
      onCreate={(words) => page.setDialog({ words })}
      onSearch={(words, person) => navigate(searchPath({ words, person: person ?? null }))}
      onClose={onClose}
    />
  );
}
