import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import type { Formats } from "../../i18n/format.ts";

/** "07–10", "07:30–10": a row of the board. @param formats of the zone "UTC" */
export function clockText(from: number, to: number, { time }: Pick<Formats, "time">): string {
  const word = (at: number): string => {
    if (at === DAY) return time(0) === "00:00" ? "24" : time(0);
    return at % HOUR === 0 ? time(at).replace(":00", "") : time(at);
  };
  return `${word(from)}–${word(to === 0 ? DAY : to)}`;
}
