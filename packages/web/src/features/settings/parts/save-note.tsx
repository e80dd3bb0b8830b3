import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import type { SaveState } from "./save-state.ts";
import styles from "./save-note.module.css";

/** The foot of a page whose changes are saved as they are made. */
export function SaveNote({ state }: { readonly state: SaveState }) {
  const t = useMessages();
  if (state.kind === "failed") {
    return (
      <footer className={styles.note}>
        <FieldError>{t(problemKey(wordedCode(state.problem)))}</FieldError>
      </footer>
    );
  }
  return (
    <footer className={styles.note}>
      <output>
        {state.kind !== "saved" ? (
          t(state.kind === "waiting" ? "settings.waiting" : "settings.saving")
        ) : state.at === null ? (
          t("settings.savedAtOnce")
        ) : (
          <Sentence of="settings.saved" args={{ distance: <HowLongAgo at={state.at} /> }} />
        )}
      </output>
    </footer>
  );
}
