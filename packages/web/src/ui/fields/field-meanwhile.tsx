"use no memo"; // Drawn anew only when it has changed: remembering its parts weighs more than it saves.
import type { KeyboardEvent } from "react";
import palette from "../palette.module.css";

export interface FieldMeanwhileProps {
  readonly label: string;
  readonly line: string;
  readonly maxLength: number;
  readonly onLine: (line: string) => void;
  readonly onEnter: () => void;
  /** Tab does something else here than go on to the next field */
  readonly onTab?: () => void;
  readonly onClose: () => void;
}

/** Stands where a dialog with a line to type in will be: what is typed before it has come is in it when it comes. */
export function FieldMeanwhile(props: FieldMeanwhileProps) {
  const { label, line, maxLength, onLine, onEnter, onTab, onClose } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey, nativeEvent } = event;
    if (key === "Escape") return onClose();
    if (nativeEvent.isComposing || line.trim() === "") return;
    if (key === "Enter") onEnter();
    if (key !== "Tab" || shiftKey || !onTab) return;
    event.preventDefault();
    onTab();
  };
  return (
    <div className={palette.scrim}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialog that takes its place */}
      <div role="dialog" aria-label={label} className={palette.modal}>
        <div className={palette.field}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label={label}
            value={line}
            maxLength={maxLength}
            onChange={(event) => onLine(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
    </div>
  );
}
