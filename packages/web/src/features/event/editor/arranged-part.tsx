import { AlignLeft, Clock, MapPin, Repeat, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { useRepeatText } from "../draft/use-repeat-wordings.ts";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { EventWhen } from "../../../grid/when/event-when.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";
import styles from "./arranged-part.module.css";

interface ArrangedPartProps {
  readonly occurrence: ShownOccurrence;
  /** the organizer, who decides over the event */
  readonly arranger: string;
}

/** Shows the organizer's part of an event, which the guest reads while they change their own part. */
export function ArrangedPart({ occurrence, arranger }: ArrangedPartProps) {
  const t = useMessages();
  const repeatText = useRepeatText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { event, entry } = occurrence;
  const place = Object.values(event.locations ?? {}).find((it) => it.name)?.name;
  return (
    <div className={styles.arranged}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        {event.title?.trim() || t("event.untitled")}
      </h3>
      <EditorRow icon={<Users {...rowIcon} />}>
        <p>{t("editor.arranged", { name: isolated(arranger) })}</p>
      </EditorRow>
      <EditorRow icon={<Clock {...rowIcon} />}>
        <EventWhen occurrence={occurrence} />
        <SpanDistance span={occurrence} size={16} />
      </EditorRow>
      {occurrence.recurrenceId === null ? null : (
        <EditorRow icon={<Repeat {...rowIcon} />}>{repeatText(entry.event)}</EditorRow>
      )}
      {place ? <EditorRow icon={<MapPin {...rowIcon} />}>{place}</EditorRow> : null}
      {event.description ? (
        <EditorRow icon={<AlignLeft {...rowIcon} />}>
          <p className={styles.description}>{event.description}</p>
        </EditorRow>
      ) : null}
    </div>
  );
}
