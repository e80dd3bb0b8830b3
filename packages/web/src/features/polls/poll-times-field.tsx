import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { OptionBoard } from "./option-board.tsx";
import { OptionList } from "./option-list.tsx";
import { withSuggested, type Asked } from "./poll-times.ts";
import styles from "./polls.module.css";

interface PollTimesProps {
  readonly asked: readonly Asked[];
  readonly options: readonly number[];
  readonly length: number;
  readonly now: number;
  readonly onChange: (options: readonly number[]) => void;
}

/** The times of a new poll: put into a week, suggested, or written. */
export function PollTimes({ asked, options, length, now, onChange }: PollTimesProps) {
  const t = useMessages();
  const zone = useViewerZone();
  return (
    <>
      <h2 className={styles.head}>{t("polls.options", { count: options.length })}</h2>
      <div className={styles.ways}>
        <Button onClick={() => onChange(withSuggested(options, asked, length, now, zone))}>
          {t("polls.suggest")}
        </Button>
        <Button onClick={() => onChange(oneMore(options, now))}>{t("polls.addTime")}</Button>
      </div>
      <div className={styles.form}>
        <OptionList asked={asked} options={options} length={length} onChange={onChange} />
      </div>
      <OptionBoard
        asked={asked}
        options={options}
        length={length}
        at={options[0] ?? now + DAY}
        onChange={onChange}
      />
    </>
  );
}

/** One time more: a day after the last one, or tomorrow at the next whole hour. */
function oneMore(options: readonly number[], now: number): readonly number[] {
  const last = Math.max(...options, Math.ceil(now / HOUR) * HOUR);
  return [...options, last + DAY];
}
