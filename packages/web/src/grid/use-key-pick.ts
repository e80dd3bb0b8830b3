import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useState, type KeyboardEvent } from "react";
import { clockNow } from "../i18n/clock.ts";
import { useLanguage, useMessages } from "../i18n/messages.ts";
import { useFormats } from "../i18n/use-formats.ts";
import { useViewerZone } from "../i18n/viewer-zone.ts";
import { arrangerOf } from "../store/items/event-facts.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";
import type { Span } from "../store/items/span.ts";
import { columnAfter, firstPick, pickedSpan, type PickKey } from "./key-pick.ts";

/** A piece of time held by the keyboard: an event that is carried, or empty time that is being picked. */
interface Pick {
  readonly occurrence: ShownOccurrence | null;
  readonly span: Span;
  /** the column that it is in, where a day has several */
  readonly column?: number | undefined;
}

/** Columns of the same day. */
export interface PickColumns {
  readonly names: readonly string[];
  /** the column of an event; for empty time the column to begin in */
  readonly of: (occurrence: ShownOccurrence | null) => number;
}

interface KeyPickOptions {
  readonly days: readonly Local[];
  readonly occurrences: readonly ShownOccurrence[];
  readonly onSelect: (span: Span, column?: number) => void;
  readonly onDrop: (occurrence: ShownOccurrence, span: Span, column?: number) => void;
  readonly onTurn: (direction: 1 | -1) => void;
  /** where a key moves the held time; undefined for other keys */
  readonly step?: (span: Span, key: PickKey, zone: Zone) => Span | undefined;
  /** sideways leads from one to the next, not to another day */
  readonly columns?: PickColumns | undefined;
}

/**
 * Offers dragging by keys: Space picks an event up, the time cursor (C) picks empty time; Enter confirms, Esc puts
 * everything back.
 */
export function useKeyPick(options: KeyPickOptions) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const language = useLanguage();
  const [pick, setPick] = useState<Pick | null>(null);

  const { columns } = options;
  const whenOf = (span: Span): string => {
    const time = t("event.timeSpoken", { from: formats.time(span.start), to: formats.time(span.end) });
    return span.allDay ? formats.day(span.start) : `${formats.day(span.start)}, ${time}`;
  };
  const said = (span: Span): string => {
    const distance = distanceOfOccurrence(span, clockNow(), zone, language).text;
    const clash = options.occurrences.find((it) => !it.allDay && it.start < span.end && it.end > span.start);
    if (pick?.occurrence) return t("carry.step", { when: whenOf(span), distance });
    if (!clash) return t("cursor.free", { when: whenOf(span), distance });
    return t("cursor.busy", { when: whenOf(span), what: clash.event.title ?? t("event.untitled"), distance });
  };
  const go = (span: Span): void => {
    setPick({ ...pick, occurrence: pick?.occurrence ?? null, span });
    const [first, last] = [options.days[0], options.days.at(-1)];
    const day = dayOf(zone.toLocal(span.start));
    if (first !== undefined && day < dayOf(first)) options.onTurn(-1);
    else if (last !== undefined && day > dayOf(last)) options.onTurn(1);
  };
  /** Returns true if the key was meant for the held time. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!pick) return false;
    const column = columns && columnAfter(pick.column ?? 0, event, columns.names.length);
    const moved = (options.step ?? pickedSpan)(pick.span, event, zone);
    if (column !== undefined) setPick({ ...pick, column });
    else if (moved) go(moved);
    else if (event.key === "Enter" || event.key === " ") {
      setPick(null);
      if (pick.occurrence) options.onDrop(pick.occurrence, pick.span, pick.column);
      else options.onSelect(pick.span, pick.column);
    } else if (event.key === "Escape") setPick(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    pick,
    onKeyDown,
    /** the text that a screen reader speaks */
    spoken: pick ? [columns?.names[pick.column ?? 0], said(pick.span)].filter(Boolean).join(", ") : "",
    carry: (occurrence: ShownOccurrence): void => {
      const { start, end, allDay } = occurrence;
      const span = { start, end, allDay };
      // An event that somebody else organizes can't be picked up; the handler of drops says why.
      if (arrangerOf(occurrence.entry.event) !== null) options.onDrop(occurrence, span);
      else if (occurrence.calendar.mayWrite) setPick({ occurrence, span, column: columns?.of(occurrence) });
    },
    startCursor: (): void =>
      setPick({
        occurrence: null,
        span: firstPick(options.days, clockNow(), zone),
        column: columns?.of(null),
      }),
    drop: (): void => setPick(null),
  };
}
