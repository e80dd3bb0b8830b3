import { Plus, X } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { reminderText } from "../../../i18n/reminder-words.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { calendarReminder, distanceFromStart, minutesBefore } from "../../../store/items/default-reminder.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { useCalendarReminderText } from "../parts/use-calendar-reminder-text.ts";
import styles from "./editor-details.module.css";

interface EditorRemindersProps {
  readonly draft: EventDraft;
  /** the event's calendar */
  readonly calendar: CalendarEntry | undefined;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

const offered = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080] as const;

/** The value of the choice “the calendar's own reminder”. */
const AS_CALENDAR = "calendar";

/** Shows the reminders: those of the calendar, until the person removes them or chooses others. */
export function EditorReminders({ draft, calendar, onChange }: EditorRemindersProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { start } = spanOfDraft(draft, zone);
  const offset = calendarReminder(calendar, draft.allDay);
  const asCalendar = useCalendarReminderText(offset, draft.allDay);
  const isAsCalendar = draft.remindsAsCalendar === true && offset !== null;
  const given = isAsCalendar ? minutesBefore(offset) : null;
  const shown = given === null ? draft.reminders : [given];
  const choose = (value: string): void => {
    if (value === AS_CALENDAR) return onChange({ reminders: [], remindsAsCalendar: true });
    const reminders = [...new Set([...shown, Number(value)])].toSorted((a, b) => a - b);
    onChange({ reminders, remindsAsCalendar: false });
  };
  return (
    <>
      <ul>
        {isAsCalendar ? (
          <ReminderRow
            text={asCalendar}
            at={start + (distanceFromStart(offset) ?? 0)}
            onRemove={() => onChange({ remindsAsCalendar: false })}
          />
        ) : null}
        {draft.reminders.map((minutes) => (
          <ReminderRow
            key={minutes}
            text={reminderText(minutes, t)}
            at={start - minutes * 60_000}
            onRemove={() => onChange({ reminders: draft.reminders.filter((it) => it !== minutes) })}
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
          {offset !== null && !isAsCalendar ? <option value={AS_CALENDAR}>{asCalendar}</option> : null}
          {offered
            .filter((minutes) => !shown.includes(minutes))
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {reminderText(minutes, t)}
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

function ReminderRow({ text, at, onRemove }: ReminderRowProps) {
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
