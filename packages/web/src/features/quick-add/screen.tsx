import { lazy, Suspense, useEffect, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import type { QuickAddProps } from "./quick-add-props.ts";
import styles from "./quick-add.module.css";

const load = () => import("./components/quick-add-dialog.tsx");
const QuickAddDialog = lazy(() => load().then((module) => ({ default: module.QuickAddDialog })));

/** One line of words becomes an event. What is typed before the dialog has come is in it when it comes. */
export function QuickAdd(props: QuickAddProps) {
  const [line, setLine] = useState("");
  return (
    <Suspense fallback={<FieldMeanwhile line={line} onLine={setLine} onClose={props.onClose} />}>
      <QuickAddDialog {...props} line={line} onLine={setLine} />
    </Suspense>
  );
}

/** Fetches the dialog when the calendar has been drawn, so that it is here when it is asked for. */
export function useQuickAddSoon(): void {
  useEffect(() => {
    // Asked for again when it is opened, which then says what is wrong.
    const timer = setTimeout(() => void load().catch(() => undefined), 800);
    return () => clearTimeout(timer);
  }, []);
}

interface FieldProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
}

function FieldMeanwhile({ line, onLine, onClose }: FieldProps) {
  const t = useMessages();
  return (
    <div className={styles.scrim}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialog that takes its place */}
      <div role="dialog" aria-label={t("quickAdd.label")} className={styles.modal}>
        <div className={styles.field}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label={t("quickAdd.label")}
            value={line}
            maxLength={500}
            onChange={(event) => onLine(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Escape" && onClose()}
          />
        </div>
      </div>
    </div>
  );
}
