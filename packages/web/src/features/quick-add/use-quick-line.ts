import { useState } from "react";
import { otherReadings, type OtherReading } from "../../grammar/other-readings.ts";
import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useKnownNames } from "./use-known-names.ts";
import { quickDraft } from "./quick-draft.ts";
import type { QuickLineProps } from "./quick-add-props.ts";

/** Reads a line of words as it is typed: its reading, and the event that it means; null while there is none. */
export function useQuickLine(
  line: string,
  {
    itemActions,
    calendars,
    otherwise,
    onLine,
  }: Pick<QuickLineProps, "itemActions" | "calendars" | "otherwise" | "onLine">,
) {
  const zone = useViewerZone();
  const usual = itemActions.calendarForNew;
  const known = useKnownNames(usual?.accountId);
  const now = zone.toLocal(useNow());
  const monthFirst = useMonthFirst();
  const language = useLanguage();
  const [words, setWords] = useState<readonly string[]>([]);
  const reading = readQuickAdd(line, now, monthFirst, known, words);
  const others = otherReadings(line, reading, { now, monthFirst, language, known, words });
  const isEmpty = line.trim() === "";
  const draft = usual && !isEmpty ? quickDraft(reading, { calendars, usual, viewer: zone, otherwise }) : null;
  const take = (other: OtherReading): void => {
    if (other.kind === "time") onLine(other.line);
    else setWords([...words, other.word]);
  };
  return { reading, draft, isEmpty, isNowhere: !usual, others, take };
}
