import { isolated } from "../../../i18n/isolated.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { titleText } from "../../item-actions/model.ts";
import type { Decision, ActionsBase, Preview, Responding } from "./actions-state.ts";
import type { EventDraft } from "../draft/draft.ts";
import type { Editing } from "../draft/editing.ts";
import { keepDraft, keptDraft } from "../draft/kept-draft.ts";
import { newDraft } from "../draft/new-draft.ts";

/** If somebody else organizes the event, explains that they decide its time. */
export function mayDecide({ entry, event }: ShownOccurrence, { t }: ActionsBase): boolean {
  const name = arrangerOf(entry.event);
  const title = titleText(event.title, t);
  if (name !== null) addToast({ message: t("toast.arranged", { title, name: isolated(name) }) });
  return name === null;
}

/** Closes the panel and forgets its draft. */
export function stopEditing({ setEditing }: ActionsBase): void {
  keepDraft(null);
  setEditing(null);
}

/** Closes the panel if it shows this event: a draft of another one stays. */
export function stopEditingOf(occurrence: ShownOccurrence, context: ActionsBase): void {
  if (context.editing?.occurrence?.key === occurrence.key) stopEditing(context);
}

/** Empties the panel for another event. Its draft can be resumed. */
export function setAside({ t, editing, setEditing }: ActionsBase): void {
  const kept = editing && keptDraft();
  keepDraft(null);
  if (!kept) return;
  addToast({
    message: t("toast.setAside", { title: titleText(kept.draft.title, t) }),
    action: {
      label: t("toast.goOn"),
      run: () => {
        keepDraft(kept);
        setEditing({ ...editing, kept: kept.draft });
      },
    },
  });
}

/** Returns the actions that open and close the popover, the panel and the questions. */
export function editingActions(context: ActionsBase) {
  const { store, zone, forNew, setEditing, setFloating, asking, setAsking } = context;
  return {
    open: (occurrence: ShownOccurrence, anchor: Element): void =>
      setFloating({ kind: "reading", occurrence, anchor }),
    name: (span: Span, anchor: Element, calendarKey?: string): void => {
      if (forNew) setFloating({ kind: "naming", span, anchor, calendarKey });
    },
    close: (): void => setFloating(null),
    stopEditing: (): void => stopEditing(context),
    editNew: (span: Span, title = "", calendarKey = forNew?.key): void => {
      setFloating(null);
      if (calendarKey === undefined) return;
      setAside(context);
      setEditing({ occurrence: null, before: newDraft(span, calendarKey, zone, title), kept: null });
    },
    /** continues in the panel with an unsaved draft begun elsewhere */
    editDraft: (draft: EventDraft): void => {
      setFloating(null);
      setAside(context);
      keepDraft({ key: null, draft });
      const blank = { ...draft, title: "", place: "" };
      setEditing({ occurrence: null, before: blank, kept: draft });
    },
    /** continues with an event that was changed elsewhere meanwhile */
    follow: (next: Editing): void => setEditing(next),
    preview: (preview: Preview | null): void => context.setPreview(preview),
    /** opens the dialog in which a guest does more than answer; null: closes it */
    respond: (responding: Responding | null): void => {
      setFloating(null);
      context.setResponding(responding);
    },
    answerQuestion: (decision: Decision | null): void => {
      setAsking(null);
      if (decision) asking?.answer(decision);
    },
    tryAgain: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      store.retryEvent(occurrence.entry.key);
    },
    dismissProblem: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      store.dismissProblem(occurrence.entry.key);
    },
  };
}
