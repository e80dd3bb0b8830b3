"use no memo"; // Drawn anew only when it has changed: remembering its parts weighs more than it saves.
import { Suspense, useEffect, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { afterFirstPage } from "../../ui/after-first-page.ts";
import type { QuickAddProps } from "./quick-add-props.ts";
import type { PressedKey } from "./pressed-key.ts";
import { FieldMeanwhile } from "../../ui/fields/field-meanwhile.tsx";
import { part } from "../../ui/part.tsx";
import { useFocusBack } from "../../ui/overlays/use-focus-back.ts";
import { LONGEST_QUICK_ADD } from "../../grammar/longest-line.ts";

const dialog = part(() => import("./quick-add-dialog.tsx").then((it) => it.QuickAddDialog));

/** One line of words becomes an event. What is typed before the dialog has come is in it when it comes. */
export function QuickAdd(props: QuickAddProps) {
  const t = useMessages();
  const [line, setLine] = useState(props.words);
  const [pressed, setPressed] = useState<PressedKey | null>(null);
  useFocusBack();
  const meanwhile = (
    <FieldMeanwhile
      label={t("quickAdd.label")}
      line={line}
      maxLength={LONGEST_QUICK_ADD}
      onLine={setLine}
      onEnter={() => setPressed("Enter")}
      onTab={() => setPressed("Tab")}
      onClose={props.onClose}
    />
  );
  return (
    <Suspense fallback={meanwhile}>
      <dialog.Component {...props} line={line} onLine={setLine} pressed={pressed} onPress={setPressed} />
    </Suspense>
  );
}

/** Fetches the dialog when the calendar has been drawn, so that it is here when it is asked for. */
export function useQuickAddSoon(): void {
  useEffect(() => void afterFirstPage(dialog.fetch), []);
}
