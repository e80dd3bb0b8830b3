import { Bell, CalendarDays, Clock, MapPin, Repeat, User, X } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { firstInLine } from "../../i18n/format.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { reminderText } from "../../i18n/reminder-words.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { ruleStart, spanOfDraft, useRepeatSentence, type EventDraft } from "../event/model.ts";
import { ChipField } from "./chip-field.tsx";
import type { ChipKind } from "./chip-kind.ts";
import styles from "./draft-chips.module.css";

interface DraftChipsProps {
  /** as it stands, with what was chosen in chips */
  readonly draft: EventDraft;
  /** as the words alone say it */
  readonly read: EventDraft;
  /** whether somebody said when */
  readonly hasTime: boolean;
  readonly calendars: readonly CalendarEntry[];
  readonly onChange: (part: Partial<EventDraft>) => void;
  readonly onAllFields: () => void;
}

/** What a chip says whose thing was taken away. */
const NONE = {
  day: "quickAdd.guessed",
  time: "quickAdd.guessed",
  repeat: "quickAdd.no.repeat",
  place: "quickAdd.no.place",
  calendar: "quickAdd.nowhere",
  reminder: "quickAdd.no.reminder",
} as const satisfies Record<ChipKind, string>;

const icon = { size: 17, strokeWidth: 1.7, "aria-hidden": true } as const;

/** Shows a chip for each thing that is known of an event to be made; a chip opens the field to change it in. */
export function DraftChips(props: DraftChipsProps) {
  const { draft, read, hasTime, calendars, onChange, onAllFields } = props;
  const t = useMessages();
  const [open, setOpen] = useState<ChipKind | null>(null);
  const field = useId();
  const when = useWhenText(draft);
  const sentence = useRepeatSentence();
  const calendar = calendars.find((it) => it.key === draft.calendarKey);
  const { repeat } = draft.repeat;
  const guests = draft.guests ?? [];
  const chips: readonly (readonly [ChipKind, ReactNode, string])[] = [
    ["day", <CalendarDays key="icon" {...icon} />, when.day],
    ["time", <Clock key="icon" {...icon} />, when.time + (hasTime ? "" : ` · ${t("quickAdd.guessed")}`)],
    [
      "repeat",
      <Repeat key="icon" {...icon} />,
      repeat.kind === "none" ? "" : sentence(repeat, ruleStart(draft)),
    ],
    ["place", <MapPin key="icon" {...icon} />, draft.place],
    ["calendar", calendar ? <Swatch key="icon" colour={calendar.colour} /> : null, calendar?.name ?? ""],
    [
      "reminder",
      <Bell key="icon" {...icon} />,
      draft.reminders
        .map((minutes) => (minutes === 0 ? t("reminder.atStart") : reminderText(minutes, t)))
        .join(", "),
    ],
  ];
  return (
    <>
      <div className={styles.chips}>
        {chips
          // A field that is open stays, even if what it held is taken away in it.
          .filter(([kind, , text]) => text !== "" || kind === open)
          .map(([kind, sign, text]) => (
            <button
              key={kind}
              type="button"
              className={styles.chip}
              aria-expanded={open === kind}
              aria-controls={field}
              onClick={() => setOpen(open === kind ? null : kind)}
            >
              {sign}
              <span>{text || t(NONE[kind])}</span>
            </button>
          ))}
        {guests.map((guest) => (
          <button
            key={guest.id}
            type="button"
            className={styles.chip}
            aria-label={t("quickAdd.uninvite", { name: isolated(guest.name) })}
            onClick={() => onChange({ guests: guests.filter((it) => it !== guest) })}
          >
            <User {...icon} />
            <span>{guest.name}</span>
            <X {...icon} />
          </button>
        ))}
        <button type="button" className={styles.chip} onClick={onAllFields}>
          {t("quickAdd.allFields")}
        </button>
      </div>
      <div id={field} className={styles.field}>
        {open ? (
          <ChipField
            key={open}
            kind={open}
            draft={draft}
            before={read}
            calendars={calendars}
            onChange={onChange}
            onDone={() => setOpen(null)}
          />
        ) : null}
      </div>
    </>
  );
}

/** Returns the day or days, and the hours, of a draft. */
function useWhenText(draft: EventDraft): { readonly day: string; readonly time: string } {
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats(zone.id);
  const { start, end, allDay } = spanOfDraft(draft, zone);
  const [first, last] = [formats.shortDay(start), formats.shortDay(Math.max(start, end - 1))];
  return {
    day: firstInLine(first === last || !allDay ? first : `${first} – ${last}`, language),
    time: allDay ? t("event.allDay") : formats.timeRange(start, end),
  };
}
