import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { likelyHousehold } from "../model.ts";
import type { SideProps } from "./own-times.tsx";
import { quotaOf } from "./quota.ts";
import styles from "./side.module.css";

/** More bars than these say less than the number. */
const MOST_BARS = 10;

/** How many coming bookings one has left, first in words; then when the next one comes back. */
export function QuotaPart({ accountId, bookings, known, bookable }: SideProps) {
  const t = useMessages();
  const now = useNow();
  const id = likelyHousehold(bookings.households, known.bookings, accountId);
  const household = bookings.households.find((it) => it.id === id);
  const quota = quotaOf(bookable, known, id ?? accountId, now);
  if (!quota) return null;
  const { left, max, returns } = quota;
  return (
    <section>
      <h2 className={styles.left}>
        {t("bookables.side.left", {
          whom: household ? "household" : "you",
          name: isolated(household?.name ?? ""),
          left,
          max,
        })}
      </h2>
      {max <= MOST_BARS ? (
        <div className={styles.bars} aria-hidden>
          {Array.from({ length: max }, (_, at) => (
            <i key={at} data-left={at >= max - left || undefined} />
          ))}
        </div>
      ) : null}
      {returns === undefined ? null : (
        <p className={styles.quiet}>
          <Sentence
            of="bookables.side.returns"
            args={{ distance: <HowSoon target={{ kind: "instant", at: returns }} /> }}
          />
        </p>
      )}
    </section>
  );
}
