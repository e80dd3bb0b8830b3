import { DAY } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { X } from "lucide-react";
import { DateField } from "../../grid/day-field/date-field.tsx";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./polls.module.css";

interface PollDaysProps {
  /** 00:00 UTC of the first day of each */
  readonly options: readonly number[];
  readonly now: number;
  readonly onChange: (options: readonly number[]) => void;
}

/** The days that a poll asks about: each is typed or chosen from a month, and can be taken away. */
export function PollDays({ options, now, onChange }: PollDaysProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear } = useFormats("UTC");
  const today = startOfDay(zone.toLocal(now));
  const change = (at: number, day: number): void => {
    if (!options.includes(day)) onChange(options.map((each, number) => (number === at ? day : each)));
  };
  return (
    <>
      <h2 className={styles.head}>{t("polls.daysChosen", { count: options.length })}</h2>
      <div className={styles.ways}>
        <Button onClick={() => onChange([...options, Math.max(today, ...options) + DAY])}>
          {t("polls.addDay")}
        </Button>
      </div>
      <ul className={`${styles.list} ${styles.form}`}>
        {options.map((day, at) => (
          <li key={at} className={styles.chosen}>
            <DateField
              label={t("polls.dayNumber", { number: at + 1 })}
              value={asLocal(day)}
              since={today}
              onChange={(local) => change(at, startOfDay(local))}
            />
            <IconButton
              label={t("polls.removeTime", { when: dayAndYear(day) })}
              onClick={() => onChange(options.filter((each) => each !== day))}
            >
              <X size={16} strokeWidth={1.7} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}
