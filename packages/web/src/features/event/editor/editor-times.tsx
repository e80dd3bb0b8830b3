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
import { ZonesLine } from "../details/zones-line.tsx";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { asTurned } from "../parts/as-turned.ts";
import { EventDates } from "../parts/event-dates.tsx";
import { RepeatControl } from "./repeat-fields.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
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
  const span = spanOfDraft(draft, zone);
  // An existing event keeps its free/busy status.
  const turn = (allDay: boolean): void =>
    onChange({ ...asTurned(draft, before, allDay), ...(occurrence ? {} : shownAsTurned(draft, allDay)) });
  return (
    <>
      <EditorRow icon={<Clock {...rowIcon} />}>
        <EventDates
          draft={draft}
          lengthElsewhere={
            draft.endTimeZone === undefined || draft.allDay ? undefined : span.end - span.start
          }
          isWrong={wrong !== null}
          onChange={onChange}
        />
        {wrong === null ? null : (
          <FieldError>
            {t("editor.endsBefore", { time: draft.allDay ? formats.shortDay(wrong) : formats.time(wrong) })}
          </FieldError>
        )}
        <div className={styles.under}>
          {wrong === null ? (
            <SpanDistance span={span} size={16} className={styles.distance ?? ""} />
          ) : (
            <span />
          )}
          <Checkbox checked={draft.allDay} onChange={turn} className={styles.allDay}>
            {t("editor.allDay")}
          </Checkbox>
          {draft.allDay ? null : <Zones draft={draft} onChange={onChange} />}
        </div>
        {draft.allDay || wrong !== null ? null : (
          <ZonesLine start={span.start} zones={[draft.timeZone, draft.endTimeZone]} />
        )}
      </EditorRow>
      <EditorRow icon={<Repeat {...rowIcon} />}>
        <RepeatControl occurrence={occurrence} draft={draft} before={before} onChange={onChange} />
      </EditorRow>
    </>
  );
}

/** Shows the zone of the times, and that of the end where it is another. */
function Zones({ draft, onChange }: Pick<EditorTimesProps, "draft" | "onChange">) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { timeZone, endTimeZone } = draft;
  if (!isOpen && endTimeZone === undefined) {
    return (
      <Button
        look="quiet"
        className={styles.zone}
        title={t("editor.changeZone")}
        onClick={() => setOpen(true)}
      >
        <Globe size={13} strokeWidth={1.7} aria-hidden /> {zoneCity(timeZone, t)}
      </Button>
    );
  }
  return (
    <>
      <ZoneSelect
        label={t(endTimeZone === undefined ? "editor.timeZone" : "editor.startZone")}
        value={timeZone}
        onChange={(chosen) => onChange({ timeZone: chosen })}
      />
      {endTimeZone === undefined ? (
        <Button look="quiet" className={styles.zone} onClick={() => onChange({ endTimeZone: timeZone })}>
          {t("editor.endsElsewhere")}
        </Button>
      ) : (
        <>
          <ZoneSelect
            label={t("editor.endZone")}
            value={endTimeZone}
            onChange={(chosen) => onChange({ endTimeZone: chosen })}
          />
          <Button look="quiet" className={styles.zone} onClick={() => onChange({ endTimeZone: undefined })}>
            {t("editor.endsHere")}
          </Button>
        </>
      )}
    </>
  );
}

interface ZoneSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

function ZoneSelect({ label, value, onChange }: ZoneSelectProps) {
  const t = useMessages();
  const zones = zoneOptions(Intl.supportedValuesOf("timeZone"), value, t);
  return (
    <Select
      label={label}
      hideLabel
      look="quiet"
      className={styles.zones}
      value={value}
      options={zones.filter((zone) => ianaZone(zone.value))}
      onChange={onChange}
    />
  );
}
