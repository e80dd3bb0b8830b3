import type { Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { isBusyOnly } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import type { Command } from "./command.ts";
import { fit } from "./fuzzy.ts";
import { recentCommands, rememberCommand } from "./recent.ts";
import type { Row, RowGroup } from "./row.ts";
import { useCreateRows } from "./use-create-rows.tsx";
import { useFoundEvents, type FoundEvents } from "./use-found-events.ts";
import { useTaskRows } from "./use-found-tasks.tsx";
import { useAlmanacRows, usePlaceRows, type Almanac, type GoTo } from "./use-places.tsx";

export interface RowSources {
  readonly query: string;
  readonly today: Local;
  readonly almanac: Almanac;
  readonly commands: readonly Command[];
  readonly goTo: GoTo;
  readonly onEvent: (occurrence: ShownOccurrence) => void;
  readonly onTask: (task: ShownTask) => void;
  /** opens quick add with these words */
  readonly onCreate: (words: string) => void;
}

/** More would push the results of the calendar off the screen. */
const MOST_COMMANDS = 6;

/** Every meaning of a text, under headings; the server's results come last. */
export function useRows(sources: RowSources): {
  readonly groups: readonly RowGroup[];
  readonly search: FoundEvents["search"];
} {
  const { query, today, almanac, goTo } = sources;
  const t = useMessages();
  const places = usePlaceRows(query, today, goTo);
  const named = useAlmanacRows(query, today, almanac, goTo);
  const { here, there, search } = useFoundEvents(query);
  const tasks = useTaskRows(query, sources.onTask);
  const commands = useCommandGroups(query, sources.commands);
  const eventRow = useEventRow(sources.onEvent);
  const groups = [
    { title: t("palette.goTo"), rows: places },
    { title: t("palette.almanac"), rows: named },
    ...commands,
    { title: t("search.inCalendar"), rows: here.map(eventRow) },
    { title: t("shell.viewTasks"), rows: tasks },
    { title: t("palette.onServer"), rows: there.map(eventRow) },
  ];
  const created = useCreateRows(query, sources.onCreate, goTo);
  const found = groups.filter(({ rows }) => rows.length > 0);
  if (found.length > 0 || search === "asking" || query.trim() === "") return { groups: found, search };
  return { groups: [{ title: t("search.nothing", { query: query.trim() }), rows: created }], search };
}

function useCommandGroups(query: string, commands: readonly Command[]): readonly RowGroup[] {
  const t = useMessages();
  const [recent] = useState(recentCommands);
  const place = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  if (query.trim() === "") {
    const before = commands.filter(({ id }) => recent.includes(id));
    return [
      { title: t("palette.recent"), rows: before.toSorted((a, b) => place(a) - place(b)).map(commandRow) },
      {
        title: t("palette.commands"),
        rows: commands.filter(({ id }) => !recent.includes(id)).map(commandRow),
      },
    ];
  }
  const fitting = commands
    .map((command) => ({ command, fits: fit(query, `${command.title} ${command.words ?? ""}`) }))
    .filter(({ fits }) => fits > 0)
    .toSorted((a, b) => b.fits - a.fits || place(a.command) - place(b.command));
  const rows = fitting.slice(0, MOST_COMMANDS).map(({ command }) => commandRow(command));
  return [{ title: t("palette.commands"), rows }];
}

const commandRow = ({ id, icon: Icon, title, key, run }: Command): Row => ({
  key: `command ${id}`,
  icon: <Icon size={16} strokeWidth={1.6} aria-hidden />,
  text: title,
  end: key === undefined ? null : <kbd>{key}</kbd>,
  go: () => {
    rememberCommand(id);
    run();
  },
});

function useEventRow(onEvent: RowSources["onEvent"]): (occurrence: ShownOccurrence) => Row {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  return (it) => {
    const date = formats.shortDayAndYear(it.start);
    const target = it.allDay
      ? ({ kind: "date", date: zone.toLocal(it.start) } as const)
      : ({ kind: "instant", at: it.start } as const);
    return {
      key: `event ${it.entry.key}`,
      icon: <Swatch colour={it.calendar.colour} />,
      text: it.event.title?.trim() || t(isBusyOnly(it.event) ? "event.busy" : "event.untitled"),
      aside: it.allDay ? date : `${date} ${formats.time(it.start)}`,
      end: <HowSoon target={target} />,
      go: () => onEvent(it),
    };
  };
}
