import { MINUTE } from "@snart/calendar/time/instant.ts";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { reminderText } from "../../../i18n/reminder-words.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "./reminders-field.module.css";

interface RemindersFieldProps {
  /** the time that they count from, ms UTC */
  readonly at: number;
  /** words for a reminder at that time itself */
  readonly atOnce: string;
  /** minutes before */
  readonly reminders: readonly number[];
  /** the minutes before of a reminder that stands among `children` and turns into one of its own; null: none */
  readonly silent?: number | null;
  /** a further choice */
  readonly more?: { readonly value: string; readonly label: string; readonly choose: () => void } | null;
  /** further reminders, before these */
  readonly children?: ReactNode;
  /** @param isAdded whether one was added, and not removed */
  readonly onChange: (reminders: readonly number[], isAdded: boolean) => void;
}

const offered = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080] as const;

/** Shows reminders with how soon each rings; they can be removed, and others added. */
export function RemindersField(props: RemindersFieldProps) {
  const { at, atOnce, reminders, silent = null, more = null, children, onChange } = props;
  const t = useMessages();
  const textOf = (minutes: number): string => (minutes === 0 ? atOnce : reminderText(minutes, t));
  const shown = silent === null ? reminders : [silent];
  const choose = (value: string): void => {
    if (more && value === more.value) return more.choose();
    onChange(
      [...new Set([...shown, Number(value)])].toSorted((a, b) => a - b),
      true,
    );
  };
  return (
    <>
      <ul>
        {children}
        {reminders.map((minutes) => (
          <ReminderRow
            key={minutes}
            text={textOf(minutes)}
            at={at - minutes * MINUTE}
            onRemove={() =>
              onChange(
                reminders.filter((it) => it !== minutes),
                false,
              )
            }
          />
        ))}
      </ul>
      <span className={styles.add}>
        <Plus size={14} strokeWidth={1.8} aria-hidden />
        <select
          aria-label={t("editor.addReminder")}
          value=""
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="" disabled>
            {t("editor.addReminder")}
          </option>
          {more ? <option value={more.value}>{more.label}</option> : null}
          {offered
            .filter((minutes) => !shown.includes(minutes))
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {textOf(minutes)}
              </option>
            ))}
        </select>
      </span>
    </>
  );
}

interface ReminderRowProps {
  readonly text: string;
  /** ms UTC */
  readonly at: number;
  readonly onRemove: () => void;
}

/** Shows one reminder with how soon it rings. */
export function ReminderRow({ text, at, onRemove }: ReminderRowProps) {
  const t = useMessages();
  return (
    <li className={styles.reminder}>
      <span>{text}</span>
      <HowSoon target={{ kind: "instant", at }} />
      <IconButton label={t("editor.removeReminder", { when: text })} size={24} onClick={onRemove}>
        <X size={14} strokeWidth={1.7} />
      </IconButton>
    </li>
  );
}
