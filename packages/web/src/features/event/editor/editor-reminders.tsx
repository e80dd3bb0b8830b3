import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { calendarReminder, distanceFromStart, minutesBefore } from "../../../store/items/default-reminder.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { ReminderRow, RemindersField } from "../parts/reminders-field.tsx";
import { useCalendarReminderText } from "../parts/use-calendar-reminder-text.ts";

interface EditorRemindersProps {
  readonly draft: EventDraft;
  /** the event's calendar */
  readonly calendar: CalendarEntry | undefined;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

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
  return (
    <RemindersField
      at={start}
      atOnce={t("reminder.atStart")}
      reminders={draft.reminders}
      silent={given}
      more={
        offset !== null && !isAsCalendar
          ? {
              value: AS_CALENDAR,
              label: asCalendar,
              choose: () => onChange({ reminders: [], remindsAsCalendar: true }),
            }
          : null
      }
      onChange={(reminders, isAdded) =>
        onChange(isAdded ? { reminders, remindsAsCalendar: false } : { reminders })
      }
    >
      {isAsCalendar ? (
        <ReminderRow
          text={asCalendar}
          at={start + (distanceFromStart(offset) ?? 0)}
          onRemove={() => onChange({ remindsAsCalendar: false })}
        />
      ) : null}
    </RemindersField>
  );
}
