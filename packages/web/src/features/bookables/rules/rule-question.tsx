import type { BookableRecord, RulesTrialRecord } from "@snart/calendar/jmap/booking.ts";
import { instantAt } from "@snart/calendar/booking/clock.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, startOfDay, timeOfDay } from "@snart/calendar/time/local.ts";
import { Check, X } from "lucide-react";
import { clockNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import type { Time } from "../model.ts";
import { ReasonList } from "../reason-list.tsx";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import styles from "./rules.module.css";

interface RuleQuestionProps {
  /** with the rules on screen */
  readonly bookable: BookableRecord;
  /** undefined: it is being asked for */
  readonly verdict: RulesTrialRecord["verdict"] | undefined;
  /** undefined: a neighbour who has booked nothing */
  readonly who: { readonly id: string; readonly name: string } | undefined;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly wish: Time | undefined;
  readonly onWish: (wish: Time) => void;
}

/** Asks about one time, as a sentence with blanks; the verdict comes with every reason. */
export function RuleQuestion({ bookable, verdict, who, groups, wish, onWish }: RuleQuestionProps) {
  const t = useMessages();
  const zone = zoneOf(bookable);
  const words = useTimeWords(zone);
  const asked = wish ?? tomorrow(zone);
  const [start, end] = [zone.toLocal(asked.start), zone.toLocal(asked.end)];
  const name = who ? isolated(who.name) : t("rules.neighbour");
  const ask = (day: number, from: number, to: number): void =>
    onWish({
      start: instantAt(zone, day, from),
      end: instantAt(zone, day, to > from ? to : to + 1440),
    });
  const [day, from, to] = [dayOf(start), timeOfDay(start) / MINUTE, timeOfDay(end) / MINUTE];
  return (
    <div className={styles.question}>
      <h3 className={styles.heading}>{t("rules.ask")}</h3>
      <div className={styles.sentence}>
        <Sentence
          of="rules.question"
          args={{
            name: <b>{name}</b>,
            date: (
              <DateField
                label={t("rules.questionDay")}
                value={startOfDay(start)}
                onChange={(it) => ask(dayOf(it), from, to)}
              />
            ),
            from: (
              <TimeField label={t("rules.questionFrom")} value={from} onChange={(it) => ask(day, it, to)} />
            ),
            to: <TimeField label={t("rules.questionTo")} value={to} onChange={(it) => ask(day, from, it)} />,
          }}
        />
      </div>
      {wish ? (
        <div aria-live="polite">
          {verdict ? (
            <>
              <p className={styles.verdict} data-granted={verdict.isGranted || undefined}>
                {verdict.isGranted ? (
                  <Check size={16} strokeWidth={2.4} aria-hidden />
                ) : (
                  <X size={16} strokeWidth={2.4} aria-hidden />
                )}
                <b>
                  {verdict.isGranted
                    ? t("rules.yes", { name, when: words.when(wish) })
                    : t("rules.no", { count: verdict.reasons.length })}
                </b>{" "}
                <HowSoon target={{ kind: "instant", at: wish.start }} />
              </p>
              {verdict.isGranted ? null : (
                <ReasonList
                  reasons={verdict.reasons}
                  bookable={bookable}
                  start={wish.start}
                  isHousehold={false}
                  name={name}
                  groups={groups}
                />
              )}
              <Nearest verdict={verdict} say={words.when} />
            </>
          ) : (
            <p className={styles.quiet}>{t("bookables.checking")}</p>
          )}
        </div>
      ) : null}
    </div>
  );
}

interface NearestProps {
  readonly verdict: NonNullable<RulesTrialRecord["verdict"]>;
  readonly say: (time: Time) => string;
}

function Nearest({ verdict: { alternatives }, say }: NearestProps) {
  const t = useMessages();
  const [nearest] = alternatives;
  return nearest ? <p className={styles.nearest}>{t("rules.nearest", { when: say(nearest) })}</p> : null;
}

/** What is asked about before anything is: tomorrow morning. */
function tomorrow(zone: ReturnType<typeof zoneOf>): Time {
  const day = dayOf(zone.toLocal(clockNow() + DAY));
  return { start: instantAt(zone, day, 7 * 60), end: instantAt(zone, day, 10 * 60) };
}
