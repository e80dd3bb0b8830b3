import { MINUTE } from "@snart/calendar/time/instant.ts";
import { useMessages } from "./messages.ts";

/** Words a length of time to the minute: "1 hour 30 min"; `ms` of real time. */
export function useLengthText(): (ms: number) => string {
  const t = useMessages();
  return (ms) => {
    const total = Math.round(ms / MINUTE);
    const [hours, minutes] = [Math.floor(total / 60), total % 60];
    const key = minutes === 0 ? "length.hours" : hours === 0 ? "length.minutes" : "length.hoursMinutes";
    return t(key, { hours, minutes });
  };
}
