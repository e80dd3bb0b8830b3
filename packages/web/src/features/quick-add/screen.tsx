import { lazy, Suspense, useEffect, useState } from "react";
import type { KeyboardEvent } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import type { QuickAddProps } from "./quick-add-props.ts";
import palette from "../../ui/palette.module.css";
import { LONGEST_QUICK_ADD } from "../../grammar/longest-line.ts";

const load = () => import("./components/quick-add-dialog.tsx");
const QuickAddDialog = lazy(() => load().then((module) => ({ default: module.QuickAddDialog })));

/** One line of words becomes an event. What is typed before the dialog has come is in it when it comes. */
export function QuickAdd(props: QuickAddProps) {
  const [line, setLine] = useState("");
  const [isEntered, setEntered] = useState(false);
  const meanwhile = (
    <FieldMeanwhile line={line} onLine={setLine} onEnter={() => setEntered(true)} onClose={props.onClose} />
  );
  return (
    <Suspense fallback={meanwhile}>
      <QuickAddDialog {...props} line={line} onLine={setLine} isEntered={isEntered} />
    </Suspense>
  );
}

/** Fetches the dialog when the calendar has been drawn, so that it is here when it is asked for. */
export function useQuickAddSoon(): void {
  useEffect(() => void afterFirstPage(load), []);
}

interface FieldProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
  readonly onEnter: () => void;
  readonly onClose: () => void;
}

function FieldMeanwhile({ line, onLine, onEnter, onClose }: FieldProps) {
  const t = useMessages();
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === "Escape") onClose();
    else if (key === "Enter" && !nativeEvent.isComposing && line.trim() !== "") onEnter();
  };
  return (
    <div className={palette.scrim}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialog that takes its place */}
      <div role="dialog" aria-label={t("quickAdd.label")} className={palette.modal}>
        <div className={palette.field}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label={t("quickAdd.label")}
            value={line}
            maxLength={LONGEST_QUICK_ADD}
            onChange={(event) => onLine(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
    </div>
  );
}
