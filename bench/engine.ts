// The engine compared with others, in turns (docs/benchmarks.md). Run by main.ts.
import { measureICalendar } from "./icalendar.ts";
import { measureLibical } from "./libical/rows.ts";
import type { Section } from "./measure.ts";
import { measureRecurrence } from "./recurrence.ts";
import { measureRuleEngines } from "./rule-engines.ts";

/** Measures the whole engine; takes five minutes. */
export const measureEngine = async (): Promise<readonly Section[]> => [
  ...measureICalendar(),
  ...(await measureLibical()),
  ...measureRecurrence(),
  ...measureRuleEngines(),
];
