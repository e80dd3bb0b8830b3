import type { Messages } from "../../../i18n/messages.ts";
import type { SelectOption } from "../../../ui/fields/select.tsx";

const HOUR = 60;
const DAY = 24 * HOUR;
const CHOICES = [15, 30, HOUR, 3 * HOUR, 12 * HOUR, DAY, 7 * DAY];

/** How often a feed may be read; the chosen interval is always among them. */
export function intervalOptions(t: Messages, chosen: number): readonly SelectOption[] {
  const minutes = CHOICES.includes(chosen) ? CHOICES : [...CHOICES, chosen].toSorted((a, b) => a - b);
  return minutes.map((value) => ({ value: String(value), label: words(t, value) }));
}

function words(t: Messages, minutes: number): string {
  if (minutes % DAY === 0) return t("subscribe.everyDays", { count: minutes / DAY });
  if (minutes % HOUR === 0) return t("subscribe.everyHours", { count: minutes / HOUR });
  return t("subscribe.everyMinutes", { count: minutes });
}
