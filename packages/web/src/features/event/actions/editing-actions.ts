import { isolated } from "../../../i18n/isolated.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { Decision, DeskContext, Preview } from "./desk-state.ts";
import type { EventDraft } from "../draft/draft.ts";
import { keepDraft, keptDraft } from "../draft/kept-draft.ts";
import { newDraft } from "../draft/new-draft.ts";

/** What reads rules is not needed to draw a calendar. It is here long before anybody edits (screen.tsx). */
const drafts = () => import("../draft/draft.ts");

/** Says so when a calendar can only be read. */
export function mayChange(calendar: CalendarEntry, { t }: DeskContext): boolean {
  if (!calendar.mayWrite) addToast({ message: t("toast.readOnly", { calendar: calendar.name }) });
  return calendar.mayWrite;
}

/** Closes the panel; what was typed is forgotten. */
export function stopEditing({ setEditing }: DeskContext): void {
  keepDraft(null);
  setEditing(null);
}

/** Closes the panel if it is about this event: what is being written about another one stays. */
export function stopEditingOf(occurrence: ShownOccurrence, context: DeskContext): void {
  if (context.editing?.occurrence?.key === occurrence.key) stopEditing(context);
}

/** Makes room in the panel. What was being written in it can be gone on with. */
function setAside({ t, editing, setEditing }: DeskContext): void {
  const kept = editing && keptDraft();
  keepDraft(null);
  if (!kept) return;
  addToast({
    message: t("toast.setAside", { title: isolated(kept.draft.title.trim()) || t("event.untitled") }),
    action: {
      label: t("toast.goOn"),
      run: () => {
        keepDraft(kept);
        setEditing({ ...editing, kept: kept.draft });
      },
    },
  });
}

function retitle({ editing, setEditing }: DeskContext, title: string): void {
  if (!editing) return;
  const draft = { ...(editing.kept ?? editing.before), title };
  // The editor begins with what is kept.
  keepDraft({ key: editing.occurrence?.key ?? null, draft });
  setEditing({ ...editing, kept: draft });
}

/** Opening and closing what is read, named, written or asked. */
export function editingActions(context: DeskContext) {
  const { store, zone, forNew, editing, setEditing, setFloating, asking, setAsking } = context;
  return {
    open: (occurrence: ShownOccurrence, anchor: Element): void =>
      setFloating({ kind: "reading", occurrence, anchor }),
    name: (span: Span, anchor: Element, calendarKey?: string): void => {
      if (forNew) setFloating({ kind: "naming", span, anchor, calendarKey });
    },
    close: (): void => setFloating(null),
    stopEditing: (): void => stopEditing(context),
    edit: (occurrence: ShownOccurrence): void => {
      setFloating(null);
      if (!mayChange(occurrence.calendar, context) || editing?.occurrence?.key === occurrence.key) return;
      setAside(context);
      void drafts().then(
        ({ draftOf }) => setEditing({ occurrence, before: draftOf(occurrence, zone), kept: null }),
        () => addToast({ message: context.t("error.unreachable") }),
      );
    },
    editNew: (span: Span, title = "", calendarKey = forNew?.key): void => {
      setFloating(null);
      if (calendarKey === undefined) return;
      setAside(context);
      setEditing({ occurrence: null, before: newDraft(span, calendarKey, zone, title), kept: null });
    },
    /** goes on in the panel with what was begun elsewhere; none of it is saved yet */
    editDraft: (draft: EventDraft): void => {
      setFloating(null);
      setAside(context);
      keepDraft({ key: null, draft });
      const blank = { ...draft, title: "", place: "" };
      setEditing({ occurrence: null, before: blank, kept: draft });
    },
    preview: (preview: Preview | null): void => context.setPreview(preview),
    /** what is typed before the editor is here */
    retitle: (title: string): void => retitle(context, title),
    /** goes on with what was being edited when the page was left, if its event is among these */
    resume: (occurrences: readonly ShownOccurrence[]): void => {
      const kept = editing ? null : keptDraft();
      const occurrence = kept && occurrences.find((it) => it.key === kept.key);
      if (!kept || !occurrence) return;
      void drafts().then(
        ({ draftOf }) => setEditing({ occurrence, before: draftOf(occurrence, zone), kept: kept.draft }),
        () => addToast({ message: context.t("error.unreachable") }),
      );
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
