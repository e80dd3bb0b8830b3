import { useMemo } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { dayFacts, type DayFacts } from "./document/day-facts.ts";
import {
  daysNeeded,
  printDocument,
  type LegendEntry,
  type PrintDocument,
} from "./document/print-document.ts";
import type { Period } from "./document/print-period.ts";
import type { PrintKind, PrintSettings } from "./document/print-settings.ts";
import { printedItems, type PrintedItem } from "./document/printed-item.ts";
import { usePrinted } from "./use-printed.ts";
import { widthOnPaper } from "./document/width-on-paper.ts";

interface PrintChoice {
  readonly kind: PrintKind;
  readonly period: Period;
  readonly settings: PrintSettings;
  readonly calendars: readonly CalendarEntry[];
  /** the address of the person who prints */
  readonly address: string;
}

/** The printed document. */
interface Printed {
  readonly document: PrintDocument;
  /** by their keys */
  readonly items: ReadonlyMap<string, PrintedItem>;
  readonly facts: DayFacts;
  /** everything has been fetched */
  readonly isComplete: boolean;
}

/** The sheets of a choice, with their content. */
export function usePrintDocument(choice: PrintChoice): Printed {
  const { kind, period, settings, calendars, address } = choice;
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const language = useLanguage();
  const t = useMessages();
  const almanac = useAlmanac();
  const chosen = useMemo(() => new Set(calendars.map(({ key }) => key)), [calendars]);
  const { occurrences, isComplete } = usePrinted(daysNeeded(kind, period), chosen);
  const printed = useMemo(() => {
    const legend = legendOf(calendars, settings.isGrey);
    const marks = new Map(legend.map(({ key, mark }) => [key, mark]));
    const items = printedItems(occurrences, { address, details: settings, zone, formats, t, marks });
    const facts = dayFacts(almanac, language, settings.redDays);
    const document = printDocument({
      kind,
      period,
      settings,
      items,
      legend,
      zone,
      facts,
      widthOf: widthOnPaper,
    });
    return { document, items: new Map(items.map((it) => [it.key, it])), facts };
  }, [kind, period, settings, calendars, address, occurrences, zone, formats, language, t, almanac]);
  return { ...printed, isComplete };
}

/** Without colours, letters distinguish the calendars, if there are several. */
function legendOf(calendars: readonly CalendarEntry[], isGrey: boolean): readonly LegendEntry[] {
  const hasMarks = isGrey && calendars.length > 1;
  return calendars.map(({ key, name, colour }, index) => ({
    key,
    name,
    colour,
    mark: hasMarks ? String.fromCodePoint(65 + (index % 26)) : "",
  }));
}
