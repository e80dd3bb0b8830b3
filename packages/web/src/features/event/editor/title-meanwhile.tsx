"use no memo"; // Drawn anew only when it has changed: remembering its parts weighs more than it saves.
import { useLayoutEffect, useRef } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { Editing } from "../actions/desk-state.ts";
import type { EventDesk } from "../actions/use-event-desk.ts";
import styles from "./event-editor.module.css";

/** What is selected in the title; ends are offsets in UTF-16 units, the end exclusive. */
export type TitleSelection = readonly [start: number, end: number];

export interface TitleMeanwhileProps {
  readonly editing: Editing;
  readonly desk: EventDesk;
  /** called as the field goes, before the editor's own appears */
  readonly onHandOver: (selection: TitleSelection) => void;
}

/** Takes the title while the editor is still on its way, so that no key that is typed meanwhile is lost. */
export function TitleMeanwhile({ editing, desk, onHandOver }: TitleMeanwhileProps) {
  const t = useMessages();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    return () => {
      if (input) onHandOver([input.selectionStart ?? 0, input.selectionEnd ?? 0]);
    };
  }, [onHandOver]);
  return (
    <div className={styles.panel} data-meanwhile="">
      <div className={styles.head}>
        <h2>{t(editing.occurrence ? "editor.edit" : "editor.new")}</h2>
      </div>
      <div className={styles.fields}>
        <input
          ref={field}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          className={styles.title}
          aria-label={t("editor.title")}
          placeholder={t("editor.titlePlaceholder")}
          value={(editing.kept ?? editing.before).title}
          maxLength={1000}
          readOnly={editing.occurrence !== null && arrangerOf(editing.occurrence.entry.event) !== null}
          onChange={(event) => desk.retitle(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && desk.stopEditing()}
        />
      </div>
    </div>
  );
}
