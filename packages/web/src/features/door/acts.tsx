import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { Check } from "lucide-react";
import type { DoorAct } from "../../api/items/door-api.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import type { Shown } from "./model.ts";
import styles from "./pad.module.css";

interface ActsProps {
  readonly thing: DoorThing;
  readonly shown: Shown;
  /** without a network nothing is promised */
  readonly isAway: boolean;
  readonly onAsk: (act: DoorAct) => void;
}

/** What can be done now: say that one is here or done, or book. */
export function Acts({ thing, shown, isAway, onAsk }: ActsProps) {
  const t = useMessages();
  const { time } = useFormats(thing.timeZone);
  const { current } = shown;
  const isHere = (current?.hereSince ?? null) !== null;
  return (
    <div className={styles.acts}>
      {isHere ? (
        <p className={styles.here}>
          <Check size={20} strokeWidth={2} aria-hidden />
          {t("door.isHere")}
        </p>
      ) : null}
      {!isHere && thing.isAwaited ? (
        <button
          type="button"
          className={styles.first}
          disabled={isAway}
          onClick={() => onAsk({ kind: "checkIn" })}
        >
          {t("bookables.here")}
        </button>
      ) : null}
      {current && !current.isRequested && (isHere || !thing.isAwaited) ? (
        <button
          type="button"
          className={styles.first}
          disabled={isAway}
          onClick={() => onAsk({ kind: "finish" })}
        >
          {t("bookables.finish", { until: time(current.end) })}
        </button>
      ) : null}
      <Choices thing={thing} isAway={isAway} onAsk={onAsk} />
    </div>
  );
}

function Choices({ thing, isAway, onAsk }: Omit<ActsProps, "shown">) {
  const t = useMessages();
  const now = useNow();
  const length = useLengthText();
  const { time } = useFormats(thing.timeZone);
  const choices = thing.choices.filter(({ end }) => end > now);
  if (choices.length === 0) return null;
  return (
    <>
      {choices.map(({ start, end }) => (
        <button
          key={`${String(start)} ${String(end)}`}
          type="button"
          disabled={isAway}
          onClick={() => onAsk({ kind: "book", start, end })}
        >
          <b>
            {start <= now
              ? t("door.bookNow", { end: time(end) })
              : t("door.bookLater", { start: time(start), end: time(end) })}
          </b>
          {thing.mode === "free" ? <span>{length(end - start)}</span> : null}
        </button>
      ))}
    </>
  );
}
