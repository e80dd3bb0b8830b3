import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMonthFirst } from "../../i18n/use-month-first.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useKnownNames } from "./use-known-names.ts";
import { quickDraft } from "./quick-draft.ts";
import type { QuickAddProps } from "./quick-add-props.ts";

/** Reads a line of words as it is typed: its reading, and the event that it means; null while there is none. */
export function useQuickLine(
  line: string,
  { itemActions, calendars, otherwise }: Pick<QuickAddProps, "itemActions" | "calendars" | "otherwise">,
) {
  const zone = useViewerZone();
  const usual = itemActions.calendarForNew;
  const known = useKnownNames(usual?.accountId);
  const reading = readQuickAdd(line, zone.toLocal(useNow()), useMonthFirst(), known);
  const isEmpty = line.trim() === "";
  const draft = usual && !isEmpty ? quickDraft(reading, { calendars, usual, viewer: zone, otherwise }) : null;
  return { reading, draft, isEmpty, isNowhere: !usual };
}
