import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { addDays, dayOf, type Local } from "@snart/calendar/time/local.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { usePhone } from "../../../ui/use-media.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { MiniLegend } from "../mini-board/mini-legend.tsx";
import { shownState, type Time } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { RuleQuestion } from "./rule-question.tsx";
import type { RuleTrial } from "./use-rule-trial.ts";
import styles from "./rules.module.css";

interface TrialSideProps {
  readonly bookable: BookableRecord;
  readonly rules: BookingRules;
  readonly trial: RuleTrial;
  readonly isValid: boolean;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly monday: Local;
  readonly partyId: string | null;
  readonly onParty: (partyId: string | null) => void;
  readonly wish: Time | undefined;
  readonly onWish: (wish: Time) => void;
}

const NOBODY = "";

/** What a neighbour could book today by the rules on screen, and a question about one time. */
export function TrialSide(props: TrialSideProps) {
  const t = useMessages();
  const { bookable, rules, isValid, groups, monday, partyId, onParty, wish, onWish } = props;
  const isPhone = usePhone();
  const { trial, isOld, problem } = props.trial;
  const zone = zoneOf({ rules: isValid ? rules : bookable.rules });
  const slots = trial?.slots ?? [];
  const coming = slots.filter((slot) => shownState(slot) !== "past");
  const free = coming.filter((slot) => shownState(slot) === "free").length;
  const options = [
    { value: NOBODY, label: t("rules.nobody") },
    ...groups.map(({ id, name }) => ({ value: id, label: isolated(name) })),
  ];
  return (
    <section aria-labelledby="trial" className={styles.side}>
      <h2 id="trial" className={styles.heading}>
        {t("rules.trial")}
      </h2>
      <Select
        label={t("rules.forWhom")}
        options={options}
        value={partyId ?? NOBODY}
        onChange={(id) => onParty(id === NOBODY ? null : id)}
      />
      <p className={styles.counted} aria-live="polite">
        {!isValid
          ? t("rules.mendFirst")
          : problem
            ? t("rules.notTried")
            : trial
              ? t("rules.counted", { free, count: coming.length })
              : t("bookables.loading")}
      </p>
      {trial?.slots ? (
        <div data-old={isOld || !isValid || undefined} className={styles.weeks}>
          {[monday, addDays(monday, 7)].map((week) => (
            <MiniBoard
              key={week}
              label={t("rules.trial")}
              slots={slots.filter(({ start }) => {
                const day = dayOf(zone.toLocal(Date.parse(start)));
                return day >= dayOf(week) && day < dayOf(week) + 7;
              })}
              zone={zone}
              monday={week}
              asked={wish}
              // On a phone a slot is smaller than a finger: there the time is written below.
              {...(!isPhone && { onPress: ({ start, end }: Time) => onWish({ start, end }) })}
            />
          ))}
          <MiniLegend />
        </div>
      ) : null}
      <RuleQuestion
        bookable={{ ...bookable, rules: isValid ? rules : bookable.rules }}
        verdict={isOld ? undefined : (trial?.verdict ?? undefined)}
        who={groups.find(({ id }) => id === partyId)}
        groups={groups}
        wish={wish}
        onWish={onWish}
      />
    </section>
  );
}
