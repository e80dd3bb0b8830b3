import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { dayOf, startOfWeek } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { nextFree, timeOf } from "../model.ts";
import type { Line } from "../rules/lines/line.ts";
import { RuleList } from "../rules/rule-list.tsx";
import { useTimeWords } from "../use-time-words.ts";
import { previewSlots } from "./preview-slots.ts";
import styles from "./setup.module.css";

/** What goes without saying in so short a list. */
const isTold = ({ group }: Line): boolean => group !== "what";

/** What a neighbour will see and may do: the week, the first time and the rules in words. */
export function Preview({ rules, zone }: { readonly rules: BookingRules; readonly zone: Zone }) {
  const t = useMessages();
  const now = useNow();
  const words = useTimeWords(zone);
  const today = zone.toLocal(now);
  const monday = startOfWeek(today);
  const slots = previewSlots(rules, dayOf(monday), 14, now);
  const free = nextFree(slots);
  return (
    <section aria-labelledby="preview" className={styles.preview}>
      <h2 id="preview" className={styles.heading}>
        {t("bookables.setup.preview")}
      </h2>
      {rules.mode === "free" ? null : (
        <MiniBoard label={t("bookables.setup.preview")} slots={slots} zone={zone} monday={monday} />
      )}
      {free ? (
        <p className={styles.first}>
          {Date.parse(free.start) <= now ? (
            t("bookables.freeUntil", { until: words.until(Date.parse(free.end)) })
          ) : (
            <Sentence
              of="bookables.setup.first"
              args={{
                when: <b>{words.when(timeOf(free))}</b>,
                distance: <HowSoon target={{ kind: "instant", at: Date.parse(free.start) }} />,
              }}
            />
          )}
        </p>
      ) : null}
      <RuleList rules={rules} isTold={isTold} className={styles.rules} />
    </section>
  );
}
