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
import { asTurned } from "../parts/as-turned.ts";
import { EventDates } from "../parts/event-dates.tsx";
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
  // An existing event keeps its free/busy status.
  const turn = (allDay: boolean): void =>
    onChange({ ...asTurned(draft, before, allDay), ...(occurrence ? {} : shownAsTurned(draft, allDay)) });
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
