import type { KeptMoments, RestoreSource } from "@snart/calendar/jmap/backups.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { useState } from "react";
import { useMessages } from "../../../../i18n/messages.ts";
import { useViewerZone } from "../../../../i18n/viewer-zone.ts";
import { MomentField } from "../../../../grid/day-field/date-field.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import styles from "./backups.module.css";
import { useMomentWords } from "./use-moment-words.ts";

interface MomentProps {
  /** oldest first */
  readonly moments: readonly KeptMoments[];
  /** null: nothing was kept of what is chosen */
  readonly onChange: (asOf: RestoreSource["asOf"]) => void;
}

/** Chooses a moment of those that were kept; at first the last one. */
export function RestoreMoment({ moments, onChange }: MomentProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const words = useMomentWords();
  const last = moments.at(-1)?.through ?? "";
  const [at, setAt] = useState<Instant>(() => Math.floor(Date.parse(last) / MINUTE) * MINUTE);
  const isKept = keptMoment(moments, at) !== null;
  return (
    <div className={styles.moment}>
      <MomentField
        label={t("admin.backups.part.moment")}
        value={zone.toLocal(at)}
        isInvalid={!isKept}
        onChange={(local) => {
          const chosen = zone.toInstant(local);
          setAt(chosen);
          onChange(keptMoment(moments, chosen));
        }}
      />
      {isKept ? null : <FieldError>{t("admin.backups.part.no-moment")}</FieldError>}
      <ul className={styles.quiet}>
        {moments.map((kept) => (
          <li key={kept.from}>{words(kept)}</li>
        ))}
      </ul>
    </div>
  );
}

/** A moment that was kept, of the minute that a person names: fields have no seconds. */
export function keptMoment(moments: readonly KeptMoments[], minute: Instant): RestoreSource["asOf"] {
  for (const { from, through } of moments) {
    const at = Math.max(minute, Date.parse(from));
    if (at < minute + MINUTE && at <= Date.parse(through)) return formatUtcDateTime(at);
  }
  return null;
}
