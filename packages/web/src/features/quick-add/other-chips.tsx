import type { OtherReading } from "../../grammar/other-readings.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import styles from "./draft-chips.module.css";

interface OtherChipsProps {
  readonly others: readonly OtherReading[];
  readonly onTake: (other: OtherReading) => void;
  readonly className?: string | undefined;
}

/** Offers what else the words may mean; one press takes it. */
export function OtherChips({ others, onTake, className = "" }: OtherChipsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  if (others.length === 0) return null;
  const wordsOf = (other: OtherReading): string => {
    if (other.kind === "word") return t("quickAdd.orWord", { word: isolated(other.word) });
    const { start, allDay } = other.time;
    const at = zone.toInstant(start);
    const day = formats.shortDay(at);
    return t("quickAdd.or", { when: allDay ? day : `${day} ${formats.time(at)}` });
  };
  return (
    <fieldset className={`${styles.choice} ${className}`}>
      <legend className="visually-hidden">{t("quickAdd.others")}</legend>
      {others.map((other) => (
        <button
          key={other.kind === "word" ? other.word : other.line}
          type="button"
          className={styles.chip}
          onClick={({ currentTarget }) => {
            // The chip goes, and the words are what one goes on with.
            currentTarget.closest("[role=dialog]")?.querySelector<HTMLElement>("input, textarea")?.focus();
            onTake(other);
          }}
        >
          <span>{wordsOf(other)}</span>
        </button>
      ))}
    </fieldset>
  );
}
