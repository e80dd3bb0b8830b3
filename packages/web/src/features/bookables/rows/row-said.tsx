import type { Zone } from "@snart/calendar/time/zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { Time } from "../model.ts";
import { useTimeWords } from "../use-time-words.ts";

interface RowSaidProps {
  /** undefined: nothing is chosen */
  readonly time: Time | undefined;
  readonly zone: Zone;
  readonly className: string | undefined;
}

/** What is chosen of a board, for who does not see it. */
export function RowSaid({ time, zone, className }: RowSaidProps) {
  const t = useMessages();
  const words = useTimeWords(zone);
  return (
    <p className={className} aria-live="polite">
      {time ? t("bookables.chosen", { when: words.when(time) }) : ""}
    </p>
  );
}
