import type { Local } from "@snart/calendar/time/local.ts";
import { useLayoutEffect, useRef } from "react";
import { useHowSoon } from "../../i18n/use-how-soon.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import styles from "./day-tip.module.css";

interface DayTipProps {
  readonly day: Local;
  readonly count: number;
  /** how many are due */
  readonly tasks: number;
  readonly anchor: HTMLElement;
}

const GAP = 6;

/** How soon a day is, its date and its number of events, above the day under the pointer or focus. */
export function DayTip({ day, count, tasks, anchor }: DayTipProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const howSoon = useHowSoon({ kind: "date", date: day });
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    if (!element) return;
    const box = anchor.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, 8), innerWidth - width - 8);
    const above = box.top - height - GAP;
    element.style.left = `${left}px`;
    element.style.top = `${above < 52 ? box.bottom + GAP : above}px`;
  }, [anchor, howSoon]);
  return (
    // The name of the day has the same text.
    <div ref={tip} className={styles.tip} aria-hidden>
      <i>{howSoon}</i> · <b>{formats.shortDay(day)}</b>, {t("month.events", { count })}
      {tasks > 0 ? `, ${t("tasks.count", { count: tasks })}` : null}
    </div>
  );
}
