import { LEVELS, type Level } from "@snart/calendar/access/rights.ts";
import type { Messages } from "@snart/locales/keys.ts";
import type { SelectOption } from "../../../ui/fields/select.tsx";

/** The levels of sharing by their names, weakest first. */
export const levelOptions = (t: Messages): readonly SelectOption[] =>
  LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }));

export const asLevel = (value: string): Level => LEVELS.find((level) => level === value) ?? "read";
