import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { readPlaces, type Place } from "../../grammar/read-place.ts";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useLongDate } from "../../i18n/use-long-date.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useShortDate } from "../../i18n/use-short-date.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { isBusyOnly } from "../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import type { Command } from "./command.ts";
import { fit } from "./fuzzy.ts";
import { recentCommands, rememberCommand } from "./recent.ts";
import type { Row, RowGroup } from "./row.ts";
import { useCreateRows } from "./use-create-rows.tsx";
import { useFoundEvents, type FoundEvents } from "./use-found-events.ts";
import { useTaskRows } from "./use-found-tasks.tsx";
import { usePeopleRows } from "./use-people.tsx";
import { usePlaceEvents } from "./use-place-events.ts";
import { useAlmanacRows, usePlaceRows, type Almanac, type GoTo } from "./use-places.tsx";

export interface RowSources {
  readonly query: string;
  readonly today: Local;
  /** the viewer's own address */
  readonly address: string;
  readonly almanac: Almanac;
  readonly commands: readonly Command[];
  readonly goTo: GoTo;
  readonly onEvent: (occurrence: ShownOccurrence) => void;
  readonly onTask: (task: ShownTask) => void;
  /** opens quick add with these words */
  readonly onCreate: (words: string) => void;
  /** opens the page with everything that has these words, or in which somebody takes part */
  readonly onSearch: (words: string, person?: string) => void;
}

/** More would push the results of the calendar off the screen. */
const MOST_COMMANDS = 6;

export interface Rows extends Pick<FoundEvents, "search" | "total"> {
  readonly groups: readonly RowGroup[];
}

/** Every meaning of a text, under headings; the server's results come below those of this device. */
export function useRows(sources: RowSources): Rows {
  const { query, today, almanac, goTo } = sources;
  const t = useMessages();
  const words = query.trim();
  const places = usePlaceRows(query, today, goTo);
  const named = useAlmanacRows(query, today, almanac, goTo);
  const there = useThere(sources);
  const found = useFoundEvents(query);
  const tasks = useTaskRows(query, sources.onTask);
  const people = usePeopleRows(query, sources.address, (person) => sources.onSearch("", person));
  const commands = useCommandGroups(query, sources.commands);
  const eventRow = useEventRow(sources.onEvent, words);
  const { create, alone } = useCreateRows(sources);
  const { search, total } = found;
  const groups = [
    { title: t("palette.goTo"), rows: places },
    { title: t("palette.almanac"), rows: named },
    ...there.events,
    { title: t("palette.best"), rows: found.here.map(eventRow) },
    { title: t("shell.viewTasks"), rows: tasks },
    { title: t("palette.people"), rows: people },
    ...withFirst(commands, there.commands),
    { title: t("palette.onServer"), rows: found.there.map(eventRow) },
  ].filter(({ rows }) => rows.length > 0);
  if (words === "" || (groups.length === 0 && search === "asking")) return { groups, search, total };
  if (groups.length === 0)
    return { groups: [{ title: t("search.nothing", { query: words }), rows: alone }], search, total };
  const shown = found.here.length + found.there.length;
  const all: readonly Row[] = total !== null && total > shown ? [allRow(total)] : [];
  const rest = places.length > 0 ? all : [...all, create];
  return {
    groups: rest.length > 0 ? [...groups, { title: t("palette.more"), rows: rest }] : groups,
    search,
    total,
  };

  function allRow(count: number): Row {
    return {
      key: "all",
      icon: <Search size={16} strokeWidth={1.6} aria-hidden />,
      text: t("palette.allHits", { count }),
      end: <kbd>Ctrl ↵</kbd>,
      go: () => sources.onSearch(words),
    };
  }
}

/** The commands of a group before its others. */
function withFirst(groups: readonly RowGroup[], first: readonly Row[]): readonly RowGroup[] {
  const keys = new Set(first.map(({ key }) => key));
  return groups.map((it, index) =>
    index === groups.length - 1
      ? { ...it, rows: [...first, ...it.rows.filter(({ key }) => !keys.has(key))] }
      : it,
  );
}

interface There {
  readonly events: readonly RowGroup[];
  readonly commands: readonly Row[];
}

/** Of the first place that is named: what takes place there, a new event there, and the view of it. */
function useThere({ query, today, commands, onEvent, onCreate }: RowSources): There {
  const t = useMessages();
  const [place] = readPlaces(query, today, useMonthFirst());
  const name = usePlaceName(today)(place);
  const events = usePlaceEvents(place);
  const eventRow = useEventRow(onEvent, "");
  if (!place) return { events: [], commands: [] };
  const view = commands.find(({ id }) => id === `${place.kind}View`);
  const views = view ? [commandRow(view, "")] : [];
  if (place.kind === "year") return { events: [], commands: views };
  const create: Row = {
    key: "create there",
    icon: <Plus size={16} strokeWidth={1.6} aria-hidden />,
    text: t(`palette.newIn.${place.kind}`, { place: name }),
    end: <kbd>N</kbd>,
    go: () => onCreate(`${query.trim()} `),
  };
  const title = t(`palette.eventsIn.${place.kind}`, { place: name });
  return { events: [{ title, rows: events.map(eventRow) }], commands: [create, ...views] };
}

/** A place in time in the middle of a sentence; the year of a week only if it is not this one. */
function usePlaceName(today: Local): (place: Place | undefined) => string {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const date = useLongDate(today);
  return (place) => {
    if (place?.kind === "day") return date(place.day);
    if (place?.kind === "month") return formats.monthAndYear(place.day);
    if (place?.kind !== "week") return "";
    const { year, week } = isoWeek(place.day);
    const text = formats.week(week).toLocaleLowerCase(language);
    return year === fieldsOfLocal(today).year
      ? text
      : t("palette.weekOfYear", { week: text, year: String(year) });
  };
}

function useCommandGroups(query: string, commands: readonly Command[]): readonly RowGroup[] {
  const t = useMessages();
  const [recent] = useState(recentCommands);
  const place = ({ id }: Command): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  if (query.trim() === "") {
    const before = commands.filter(({ id }) => recent.includes(id));
    return [
      {
        title: t("palette.recent"),
        rows: before.toSorted((a, b) => place(a) - place(b)).map((it) => commandRow(it, "")),
      },
      {
        title: t("palette.commands"),
        rows: commands.filter(({ id }) => !recent.includes(id)).map((it) => commandRow(it, "")),
      },
    ];
  }
  const fitting = commands
    .map((command) => ({ command, fits: fit(query, `${command.title} ${command.words ?? ""}`) }))
    .filter(({ fits }) => fits > 0)
    .toSorted((a, b) => b.fits - a.fits || place(a.command) - place(b.command));
  const rows = fitting.slice(0, MOST_COMMANDS).map(({ command }) => commandRow(command, query));
  return [{ title: t("palette.commands"), rows }];
}

const commandRow = ({ id, icon: Icon, title, key, run }: Command, words: string): Row => ({
  key: `command ${id}`,
  icon: <Icon size={16} strokeWidth={1.6} aria-hidden />,
  text: title,
  words,
  end: key === undefined ? null : <kbd>{key}</kbd>,
  go: () => {
    rememberCommand(id);
    run();
  },
});

function useEventRow(onEvent: RowSources["onEvent"], words: string): (occurrence: ShownOccurrence) => Row {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const day = useShortDate(zone);
  const language = useLanguage();
  const now = useNow();
  return (it) => {
    const date = day(it.start);
    const { text, warmth } = distanceOfOccurrence(it, now, zone, language);
    return {
      key: `event ${words === "" ? it.key : it.entry.key}`,
      icon: <Swatch colour={it.colour} />,
      words,
      note: Object.values(it.event.locations ?? {})[0]?.name ?? "",
      text: it.event.title?.trim() || t(isBusyOnly(it.event) ? "event.busy" : "event.untitled"),
      aside: it.allDay ? date : `${date} ${formats.time(it.start)}`,
      end: <DistanceText text={text} warmth={warmth} />,
      go: () => onEvent(it),
    };
  };
}
