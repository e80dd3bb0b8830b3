import { useNameDays } from "./time-grid/use-name-days.ts";
import { useAlmanac } from "../../grid/use-almanac.ts";
import { Palette } from "../palette/screen.tsx";
import { refOf } from "../tasks/screen.tsx";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { isList, type ViewKind } from "../../grid/view-address.ts";
import type { CalendarPageState } from "./page/use-calendar-page.ts";
import { useCommands } from "./use-commands.ts";

export interface PagePaletteProps {
  readonly page: CalendarPageState;
  readonly onClose: () => void;
}

/** Shows the palette over the calendar, which opens the chosen result. */
export function PagePalette({ page, onClose }: PagePaletteProps) {
  const zone = useViewerZone();
  const almanac = useAlmanac();
  const nameDays = useNameDays();
  const commands = useCommands(page);
  const { kind } = page.view;
  const kindForDay: ViewKind = isList(kind) ? "day" : kind;
  return (
    <Palette
      today={page.today}
      almanac={{ ...almanac, nameDays }}
      commands={commands}
      goTo={page.goTo}
      onTask={(task) => page.openTask(refOf(task))}
      onEvent={(it) => page.goTo(zone.toLocal(it.start), kindForDay)}
      onCreate={(words) => page.setDialog({ words })}
      onClose={onClose}
    />
  );
}
