import { MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, localFromFields } from "@snart/calendar/time/local.ts";
import { readWorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";

const MONDAY = localFromFields(2026, 11, 23);

/** Words a week: “Mon–Thu 08:00–17:00, Fri 08:00–15:30”. Days off are left out. */
export function useWeekText(): (text: string) => string {
  const language = useLanguage();
  const formats = useFormats("UTC");
  return (text) => {
    const week = readWorkingWeek(text) ?? [];
    const parts: { first: number; last: number; hours: string }[] = [];
    for (const [index, day] of week.entries()) {
      if (!day) continue;
      const hours = formats.timeRange(asLocal(day.from * MINUTE), asLocal(day.to * MINUTE));
      const before = parts.at(-1);
      if (before?.hours === hours && before.last === index - 1) before.last = index;
      else parts.push({ first: index, last: index, hours });
    }
    const name = (index: number): string => formats.shortWeekday(addDays(MONDAY, index));
    const said = parts.map(({ first, last, hours }) =>
      first === last ? `${name(first)} ${hours}` : `${name(first)}–${name(last)} ${hours}`,
    );
    return firstInLine(said.join(", "), language);
  };
}
