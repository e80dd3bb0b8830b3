import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { Clock, Globe, Repeat } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneCity, zoneOptions } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { endProblem, spanOfDraft, type EventDraft } from "../draft/draft.ts";
import { shownAsTurned } from "../draft/new-draft.ts";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { atMinutes, EventDates, minutesOf } from "../parts/event-dates.tsx";
import { RepeatControl } from "./repeat-fields.tsx";
import { SpanDistance } from "../parts/span-distance.tsx";
import styles from "./editor-times.module.css";

interface EditorTimesProps {
  /** null for a new event */
  readonly occurrence: ShownOccurrence | null;
  readonly draft: EventDraft;
  readonly before: EventDraft;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

/** Shows dates and times with how soon directly beneath, whole days, zone, and repeats. */
export function EditorTimes({ occurrence, draft, before, onChange }: EditorTimesProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const wrong = endProblem(draft);
  const turn = (allDay: boolean): void => {
    const times = allDay
      ? { start: startOfDay(draft.start), end: startOfDay(asLocal(draft.end - 1)) }
      : hoursFrom(draft, before);
    // An existing event keeps its free/busy status.
    onChange({ allDay, ...times, ...(occurrence ? {} : shownAsTurned(draft, allDay)) });
  };
  return (
    <>
      <EditorRow icon={<Clock {...rowIcon} />}>
        <EventDates draft={draft} isWrong={wrong !== null} onChange={onChange} />
        {wrong === null ? null : (
          <FieldError>
            {t("editor.endsBefore", { time: draft.allDay ? formats.shortDay(wrong) : formats.time(wrong) })}
          </FieldError>
        )}
        <div className={styles.under}>
          {wrong === null ? (
            <SpanDistance span={spanOfDraft(draft, zone)} size={16} className={styles.distance ?? ""} />
          ) : (
            <span />
          )}
          <Checkbox checked={draft.allDay} onChange={turn} className={styles.allDay}>
            {t("editor.allDay")}
          </Checkbox>
          {draft.allDay ? null : (
            <ZoneChoice value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
          )}
        </div>
      </EditorRow>
      <EditorRow icon={<Repeat {...rowIcon} />}>
        <RepeatControl occurrence={occurrence} draft={draft} before={before} onChange={onChange} />
      </EditorRow>
    </>
  );
}

/** Returns hours for an event that no longer lasts whole days: its former ones, else one hour from nine. */
function hoursFrom(draft: EventDraft, before: EventDraft): Pick<EventDraft, "start" | "end"> {
  const from = before.allDay ? 9 * 60 : minutesOf(before.start);
  const length = before.allDay ? HOUR : before.end - before.start;
  const start = atMinutes(draft.start, from);
  return { start, end: asLocal(start + length) };
}

/** Shows the zone as text, and as a list only while the person changes it. */
function ZoneChoice({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const city = zoneCity(value, t);
  if (!isOpen) {
    return (
      <Button
        look="quiet"
        className={styles.zone}
        title={t("editor.changeZone")}
        onClick={() => setOpen(true)}
      >
        <Globe size={13} strokeWidth={1.7} aria-hidden /> {city}
      </Button>
    );
  }
  const zones = zoneOptions(Intl.supportedValuesOf("timeZone"), value, t);
  return (
    <Select
      label={t("editor.timeZone")}
      hideLabel
      look="quiet"
      className={styles.zones}
      value={value}
      options={zones.filter((zone) => ianaZone(zone.value))}
      onChange={onChange}
    />
  );
}
