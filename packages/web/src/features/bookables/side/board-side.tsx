import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { HouseRulesPart } from "../house-rules/house-rules-part.tsx";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { freeRuns } from "./free-runs.ts";
import { GoodToKnow } from "./good-to-know.tsx";
import { OwnTimes, type SideProps } from "./own-times.tsx";
import { QuotaPart } from "./quota-part.tsx";
import styles from "./side.module.css";

const SHOWN = 4;

/** Beside the board: how many bookings one has left, one's own times, what is free next, and the rules in words. */
export function BoardSide(props: SideProps) {
  const t = useMessages();
  const { bookable } = props;
  const words = useTimeWords(zoneOf(bookable));
  return (
    <aside className={styles.panel} aria-label={t("bookables.side.label")}>
      <QuotaPart {...props} />
      <OwnTimes {...props} title={t("bookables.side.own")} say={words.begun} />
      <NextFree {...props} />
      <GoodToKnow bookable={bookable} />
      <HouseRulesPart {...props} />
    </aside>
  );
}

/** The next free times; one press opens the sheet of one. */
function NextFree({ known, bookable, onAsk }: SideProps) {
  const t = useMessages();
  const now = useNow();
  const words = useTimeWords(zoneOf(bookable));
  const isWhole = bookable.rules?.mode !== "free";
  const free = freeRuns(known.boards.get(bookable.id) ?? [], isWhole, now).slice(0, SHOWN);
  return (
    <section>
      <h3>{t("bookables.side.next")}</h3>
      {free.length === 0 ? <p>{t("bookables.side.none")}</p> : null}
      <ul className={styles.free}>
        {free.map(({ start, end, slot }) => (
          <li key={start}>
            <button type="button" onClick={() => onAsk({ bookable, start, end: Date.parse(slot.end), slot })}>
              <span>
                {start <= now
                  ? t("bookables.freeUntil", { until: words.until(end) })
                  : words.begun({ start, end })}
              </span>
              <HowSoon target={{ kind: "instant", at: start <= now ? end : start }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
