import { Bell, MapPin } from "lucide-react";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import type { QuickAddReading } from "../../grammar/read-quick-add.ts";
import { useNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { reminderText } from "../../i18n/reminder-words.ts";
import { useLongDate } from "../../i18n/use-long-date.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { UnsureWords } from "../../ui/unsure-words.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { ruleStart, spanOfDraft, useRepeatSentence, type EventDraft } from "../event/model.ts";
import { Faces } from "../../ui/faces/faces.tsx";
import { SameTime } from "./same-time.tsx";
import styles from "./quick-add.module.css";

interface QuickAnswerProps {
  readonly draft: EventDraft;
  readonly calendars: readonly CalendarEntry[];
  readonly line: string;
  readonly reading: QuickAddReading;
}

/** The event to be made: its title, time, distance and place. */
export function QuickAnswer({ draft, calendars, line, reading }: QuickAnswerProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const span = spanOfDraft(draft, zone);
  const calendar = calendars.find((it) => it.key === draft.calendarKey);
  const date = useLongDate(zone.toLocal(useNow()));
  const day = (at: number): string => firstInLine(date(zone.toLocal(at)), language);
  const [first, last] = [day(span.start), day(span.end - 1)];
  const { week } = isoWeek(zone.toLocal(span.start));
  const sentence = useRepeatSentence();
  const repeat = draft.repeat.repeat.kind === "none" ? "" : sentence(draft.repeat.repeat, ruleStart(draft));
  return (
    <div id="quick-answer" className={styles.answer} aria-live="polite">
      <p className={styles.title}>
        <b>{draft.title || t("event.untitled")}</b>
        <HowSoon
          target={
            span.allDay
              ? { kind: "date", date: zone.toLocal(span.start) }
              : { kind: "instant", at: span.start }
          }
          size={25}
        />
      </p>
      <p className={styles.when}>
        {span.allDay && first !== last ? `${first} – ${last}` : first}
        {span.allDay ? null : <b>{formats.timeRange(span.start, span.end)}</b>}
        <span className={styles.week}>{formats.week(week)}</span>
        {reading.time ? null : <span className={styles.week}>{t("quickAdd.guessed")}</span>}
      </p>
      {repeat === "" ? null : <p className={styles.repeat}>{repeat}</p>}
      <p className={styles.where}>
        {calendar ? <Swatch colour={calendar.colour} /> : null}
        {calendar?.name}
        {(draft.guests ?? []).map((guest) => (
          <span key={guest.id} className={styles.guest}>
            <Faces of={[guest]} size={22} />
            {guest.name}
            <span className={styles.week}>{t("quickAdd.invited")}</span>
          </span>
        ))}
        {draft.place === "" ? null : (
          <span className={styles.reminder}>
            <MapPin size={15} strokeWidth={1.6} aria-hidden />
            <span>{draft.place}</span>
          </span>
        )}
        {draft.reminders.map((minutes) => (
          <span key={minutes} className={styles.reminder}>
            <Bell size={15} strokeWidth={1.6} aria-hidden />
            {minutes === 0 ? t("reminder.atStart") : reminderText(minutes, t)}
          </span>
        ))}
      </p>
      <SameTime draft={draft} />
      <UnsureWords line={line} words={reading.unsure} />
    </div>
  );
}
