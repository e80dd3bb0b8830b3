import { startOfDay } from "@snart/calendar/time/local.ts";
import { Check, X } from "lucide-react";
import { MomentField } from "../../grid/day-field/date-field.tsx";
import { clockNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { freeAt, type Asked } from "./poll-times.ts";
import styles from "./polls.module.css";

interface OptionListProps {
  readonly asked: readonly Asked[];
  readonly options: readonly number[];
  readonly length: number;
  readonly onChange: (options: readonly number[]) => void;
}

/** The times of a new poll: each can be changed and taken away, and says how many are free then. */
export function OptionList({ asked, options, length, onChange }: OptionListProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear, time } = useFormats(zone.id);
  const today = startOfDay(zone.toLocal(clockNow()));
  // They stay in their order meanwhile: whoever has written the day of one goes on to its time.
  const change = (at: number, start: number): void => {
    if (!options.includes(start)) onChange(options.map((each, number) => (number === at ? start : each)));
  };
  return (
    <ul className={styles.list}>
      {options.map((start, at) => {
        const { free, known, unknown } = freeAt(asked, start, length);
        const isFreeForAll = free === known && unknown.length === 0;
        const when = `${dayAndYear(start)}, ${time(start)}`;
        return (
          <li key={at} className={styles.chosen}>
            <b className={styles.number} aria-hidden>
              {at + 1}
            </b>
            <span>
              <MomentField
                label={t("polls.timeNumber", { number: at + 1 })}
                value={zone.toLocal(start)}
                since={today}
                onChange={(local) => change(at, zone.toInstant(local))}
              />
              <HowSoon target={{ kind: "instant", at: start }} />
            </span>
            <span className={styles.quiet}>
              <span className={styles.free} data-all={isFreeForAll || undefined}>
                {isFreeForAll ? <Check size={14} strokeWidth={2.2} aria-hidden /> : null}
                {t("polls.freeOf", { free, known })}
              </span>
              {unknown.length > 0 ? (
                <span>{t("polls.unknown", { names: unknown.map(isolated).join(", ") })}</span>
              ) : null}
            </span>
            <IconButton
              label={t("polls.removeTime", { when })}
              onClick={() => onChange(options.filter((each) => each !== start))}
            >
              <X size={16} strokeWidth={1.7} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
