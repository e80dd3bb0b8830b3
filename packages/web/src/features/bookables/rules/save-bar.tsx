import { TriangleAlert } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./rules.module.css";

interface SaveBarProps {
  /** of the rules on screen */
  readonly version: number;
  readonly misfits: number;
  readonly problems: number;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly onLook: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

/** What saving would do to coming bookings, and saving. */
export function SaveBar(props: SaveBarProps) {
  const t = useMessages();
  const { version, misfits, problems, isChanged, isBusy } = props;
  const isOff = !isChanged || problems > 0;
  return (
    <div className={styles.foot}>
      <div className={styles.strand} aria-live="polite">
        {isChanged && problems > 0 ? <p>{t("rules.mend", { count: problems })}</p> : null}
        {isChanged && problems === 0 && misfits > 0 ? (
          <>
            <TriangleAlert size={17} strokeWidth={1.8} aria-hidden />
            <p>{t("rules.misfits", { count: misfits, version })}</p>
            <Button look="inline" onClick={props.onLook}>
              {t("rules.goThrough")}
            </Button>
          </>
        ) : null}
      </div>
      <Button size={40} disabled={!isChanged} onClick={props.onDiscard}>
        {t("rules.discard")}
      </Button>
      <Button
        look="primary"
        size={40}
        disabled={isOff}
        aria-disabled={isBusy || undefined}
        onClick={props.onSave}
      >
        {t("rules.save", { version })}
      </Button>
    </div>
  );
}
