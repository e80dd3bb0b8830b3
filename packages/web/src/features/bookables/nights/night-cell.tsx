import { addDays, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { KeyboardEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useHowSoon } from "../../../i18n/use-how-soon.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { useLotWords } from "../draw/lot.ts";
import { StateSign } from "../state-sign.tsx";
import { countOf, isOver, lotOfNight, nightState, type Night, type Run, type Stay } from "./model.ts";
import styles from "./nights.module.css";

export interface NightProps {
  readonly night: Night;
  readonly run: Run;
  readonly stay: Stay | undefined;
  /** the first free one from now on */
  readonly isNext: boolean;
  /** its evening, and the morning after it */
  readonly date: Local;
  /** of the thing's clocks */
  readonly zone: Zone;
  /** Tab reaches it; undefined: the piece of a Sunday night that stands before Monday, which is there twice */
  readonly isEntry: boolean | undefined;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPress: () => void;
}

/** A night: a bar from the middle of one day to the middle of the next, with its state in words and by shape. */
export function NightCell({ night, run, stay, isNext, date, zone, isEntry, ...acts }: NightProps) {
  const t = useMessages();
  const { day } = useFormats("UTC");
  const state = nightState(night.slot);
  const isChosen = stay !== undefined && stay.first <= night.day && night.day <= stay.last;
  const target = { kind: "date", date } as const;
  const distance = useHowSoon(target);
  const count = countOf(run);
  const isFirst = run.first === night.day;
  const plain = t("bookables.state", { state });
  const lot = isChosen ? undefined : lotOfNight(night);
  const lotWords = useLotWords(zone);
  const wishes = lot && lotWords(lot);
  const text = isChosen
    ? t("bookables.nights.chosen", { count })
    : state === "yours"
      ? t("bookables.nights.yours", { count })
      : isNext
        ? t("bookables.next")
        : wishes
          ? `${plain}, ${wishes.words}`
          : plain;
  const look = {
    className: styles.night,
    "data-state": state,
    "data-chosen": isChosen || undefined,
    "data-lot": lot ? "" : undefined,
    "data-next": (isNext && !isChosen) || undefined,
    "data-joins": run.first < night.day || undefined,
    "data-goes-on": run.last > night.day || undefined,
  };
  const isWarm = isChosen || isNext || state === "yours" || state === "requested" || state === "offered";
  const inside = (
    <>
      <span className={styles.state}>
        {isChosen || state === "past" ? null : <StateSign state={state} />}
        <span className={styles.words}>{text}</span>
      </span>
      {isWarm || wishes?.at !== undefined ? (
        <span className={styles.distance}>
          <HowSoon
            target={wishes?.at === undefined ? target : { kind: "instant", at: wishes.at }}
            warm={isNext}
            size={13}
          />
        </span>
      ) : null}
    </>
  );
  if (isEntry === undefined) return <span {...look} data-before="" aria-hidden />;
  return (
    <button
      type="button"
      {...look}
      data-day={night.day}
      tabIndex={isEntry ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={isOver(night) || undefined}
      aria-label={t("bookables.nights.night", {
        from: day(date),
        to: day(addDays(date, 1)),
        state: isNext ? t("bookables.next") : lot ? text : plain,
        distance,
      })}
      onFocus={acts.onFocus}
      onKeyDown={acts.onKey}
      onClick={acts.onPress}
    >
      {isFirst ? inside : null}
    </button>
  );
}
