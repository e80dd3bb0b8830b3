import { laterStarts } from "@snart/calendar/booking/no-show.ts";
import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { Check } from "lucide-react";
import type { DoorAct } from "../../api/items/door-api.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import { momentText, spanText, type Shown } from "./model.ts";
import styles from "./pad.module.css";

interface ActsProps {
  readonly thing: DoorThing;
  readonly shown: Shown;
  /** without a network nothing is promised */
  readonly isAway: boolean;
  readonly onAsk: (act: DoorAct) => void;
}

interface AllActsProps extends ActsProps {
  /** somebody comes later, and is to say when */
  readonly onLater: () => void;
}

/** What can be done now: say that one is here, comes later or is done, or book what is free. */
export function Acts({ thing, shown, isAway, onAsk, onLater }: AllActsProps) {
  const t = useMessages();
  const now = useNow();
  const formats = useFormats(thing.timeZone);
  const { current } = shown;
  const isHere = (current?.hereSince ?? null) !== null;
  return (
    <div className={styles.acts}>
      {isHere ? (
        <p className={styles.here}>
          <Check size="1.2em" strokeWidth={2} aria-hidden />
          {t("door.isHere")}
        </p>
      ) : null}
      {!isHere && thing.isAwaited ? (
        <button
          type="button"
          className={styles.act}
          data-look="first"
          disabled={isAway}
          onClick={() => onAsk({ kind: "checkIn" })}
        >
          {t("bookables.here")}
        </button>
      ) : null}
      {current && isLateable(current, now) ? (
        <button type="button" className={styles.act} disabled={isAway} onClick={onLater}>
          {t("bookables.later")}
        </button>
      ) : null}
      {current && !current.isRequested && (isHere || !thing.isAwaited) ? (
        <button
          type="button"
          className={styles.act}
          data-look="first"
          disabled={isAway}
          onClick={() => onAsk({ kind: "finish" })}
        >
          {t("bookables.finish", { until: momentText(current.end, now, formats) })}
        </button>
      ) : null}
      <BookNow thing={thing} isAway={isAway} onAsk={onAsk} />
    </div>
  );
}

/** Whether nobody has come yet to what runs, and there is a later start. */
const isLateable = (current: NonNullable<Shown["current"]>, now: number): boolean =>
  current.releasedAt !== null && !current.isRequested && laterStarts(current, now).length > 0;

/** How long most meetings are: of the lengths that are offered, this one is proposed. */
const USUAL = 30 * MINUTE;

/** What can be had at once: the rest of the slot that runs, or one of some lengths. */
function BookNow({ thing, isAway, onAsk }: Omit<ActsProps, "shown">) {
  const t = useMessages();
  const now = useNow();
  const length = useLengthText();
  const formats = useFormats(thing.timeZone);
  const { time } = formats;
  const choices = thing.choices.filter(({ start, end }) => start <= now && now < end);
  const [first] = choices;
  if (!first) return null;
  const ofLengths = thing.mode === "free";
  const usual = choices.find(({ start, end }) => end - start === USUAL) ?? first;
  return (
    <>
      {ofLengths ? <h2>{t("door.bookUntil")}</h2> : null}
      {choices.map(({ start, end }) => (
        <button
          key={end}
          type="button"
          className={styles.act}
          data-look={end === usual.end ? "first" : undefined}
          disabled={isAway}
          aria-label={
            ofLengths ? `${t("door.bookNow", { end: time(end) })}, ${length(end - start)}` : undefined
          }
          onClick={() => onAsk({ kind: "book", start, end })}
        >
          {ofLengths ? (
            <>
              <b>{time(end)}</b>
              <span>{length(end - start)}</span>
            </>
          ) : (
            t("door.bookNow", { end: momentText(end, now, formats) })
          )}
        </button>
      ))}
    </>
  );
}

/** Books the next slot that is free; under what follows. */
export function BookNext({ thing, isAway, onAsk }: Omit<ActsProps, "shown">) {
  const t = useMessages();
  const now = useNow();
  const formats = useFormats(thing.timeZone);
  const { shortDay } = formats;
  const next = thing.choices.find(({ start }) => now < start);
  if (!next) return null;
  const { start, end } = next;
  const isToday = shortDay(start) === shortDay(now);
  const when = spanText(start, end, formats);
  return (
    <button
      type="button"
      className={styles.act}
      data-look="next"
      disabled={isAway}
      onClick={() => onAsk({ kind: "book", start, end })}
    >
      {t("door.bookLater", { when: isToday ? when : `${shortDay(start)} ${when}` })}
    </button>
  );
}
