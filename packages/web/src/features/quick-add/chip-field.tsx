import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { QuietField } from "../../ui/fields/quiet-field.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import {
  asTurned,
  EditorReminders,
  endProblem,
  EventDates,
  RepeatControl,
  shownAsTurned,
  type EventDraft,
} from "../event/model.ts";
import type { ChipKind } from "./chip-kind.ts";
import styles from "./draft-chips.module.css";

interface ChipFieldProps {
  readonly kind: ChipKind;
  readonly draft: EventDraft;
  /** as the words alone say it */
  readonly before: EventDraft;
  readonly calendars: readonly CalendarEntry[];
  readonly onChange: (part: Partial<EventDraft>) => void;
  readonly onDone: () => void;
}

/** The field of one chip: the same one as in the editor. */
export function ChipField({ kind, draft, before, calendars, onChange, onDone }: ChipFieldProps) {
  const t = useMessages();
  const calendar = calendars.find((it) => it.key === draft.calendarKey);
  if (kind === "day" || kind === "time")
    return <WhenField draft={draft} before={before} onChange={onChange} />;
  if (kind === "repeat")
    return <RepeatControl occurrence={null} draft={draft} before={before} onChange={onChange} />;
  if (kind === "reminder") return <EditorReminders draft={draft} calendar={calendar} onChange={onChange} />;
  if (kind === "place")
    return (
      <QuietField
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={t("editor.place")}
        placeholder={t("editor.placePlaceholder")}
        value={draft.place}
        maxLength={1000}
        onChange={(event) => onChange({ place: event.currentTarget.value })}
      />
    );
  return (
    <fieldset className={styles.choice} aria-label={t("editor.calendar")}>
      {calendars
        .filter((it) => it.mayWrite)
        .map((it) => (
          <button
            key={it.key}
            type="button"
            className={styles.chip}
            aria-pressed={it.key === draft.calendarKey}
            onClick={() => {
              onChange({ calendarKey: it.key });
              onDone();
            }}
          >
            <Swatch colour={it.colour} />
            <span>{it.name}</span>
          </button>
        ))}
    </fieldset>
  );
}

/** Days and hours. One that was changed makes all of them stand, so that they belong together. */
function WhenField({ draft, before, onChange }: Pick<ChipFieldProps, "draft" | "before" | "onChange">) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const wrong = endProblem(draft);
  const change = (part: Partial<EventDraft>): void => {
    const { start, end, allDay, timeZone } = { ...draft, ...part };
    onChange({ start, end, allDay, timeZone });
  };
  const turn = (allDay: boolean): void =>
    onChange({
      ...asTurned(draft, before, allDay),
      timeZone: draft.timeZone,
      ...shownAsTurned(draft, allDay),
    });
  return (
    <>
      <EventDates draft={draft} isWrong={wrong !== null} onChange={change} />
      {wrong === null ? null : (
        <FieldError>
          {t("editor.endsBefore", { time: draft.allDay ? formats.shortDay(wrong) : formats.time(wrong) })}
        </FieldError>
      )}
      <Checkbox checked={draft.allDay} onChange={turn} className={styles.allDay}>
        {t("editor.allDay")}
      </Checkbox>
    </>
  );
}
