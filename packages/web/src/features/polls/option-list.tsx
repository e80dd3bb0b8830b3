import { X } from "lucide-react";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { fieldText, fieldTime, freeAt, type Asked } from "./poll-times.ts";
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
  const change = (at: number, text: string): void => {
    const start = fieldTime(text, zone);
    if (start === undefined || options.includes(start)) return;
    onChange(options.map((each, number) => (number === at ? start : each)).toSorted((a, b) => a - b));
  };
  return (
    <ul className={styles.list}>
      {options.map((start, at) => {
        const { free, known, unknown } = freeAt(asked, start, length);
        const when = `${dayAndYear(start)}, ${time(start)}`;
        return (
          <li key={start} className={styles.chosen}>
            <span>
              <TextField
                label={t("polls.timeNumber", { number: at + 1 })}
                hideLabel
                type="datetime-local"
                defaultValue={fieldText(start, zone)}
                onBlur={(event) => change(at, event.currentTarget.value)}
              />
              <HowSoon target={{ kind: "instant", at: start }} />
            </span>
            <span className={styles.quiet}>
              {t("polls.freeOf", { free, known })}
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
