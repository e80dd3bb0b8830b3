import { X } from "lucide-react";
import { useLayoutEffect, useRef, type FormEvent, type KeyboardEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useFocusBack } from "../../../ui/overlays/use-focus-back.ts";
import { invitesAsSelf } from "./invites-as.tsx";
import { isWrongDraft, repeatOfDraft } from "../draft/draft.ts";
import type { Editing } from "../draft/editing.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { ArrangedPart } from "./arranged-part.tsx";
import { EditorDetails } from "./editor-details.tsx";
import { EditorTimes } from "./editor-times.tsx";
import { MeanwhileNote } from "./meanwhile-note.tsx";
import { useDraft } from "./use-draft.ts";
import { useHeldDay } from "./use-held-day.ts";
import { useUnsavedPreview } from "./use-unsaved-preview.ts";
import styles from "./event-editor.module.css";

export interface EventEditorProps {
  readonly editing: Editing;
  readonly itemActions: ItemActions;
  readonly calendars: readonly CalendarEntry[];
}

/** Shows the side panel in which an event is written. The grid stays live beside it; a reload preserves the draft. */
export function EventEditor({ editing, itemActions, calendars }: EventEditorProps) {
  const t = useMessages();
  const { occurrence, before } = editing;
  const [draft, change] = useDraft(editing, itemActions);
  const title = useRef<HTMLInputElement>(null);
  const isNew = occurrence === null;
  const arranger = isNew ? null : arrangerOf(occurrence.entry.event);
  const isChanged = draft !== before;
  const isWrong = isWrongDraft(draft);
  const account = useAccount();
  const me = account?.email ? { name: account.displayName, address: account.email } : null;
  useFocusBack();
  // The focus moves before the next key, so that typing continues in the same place.
  useLayoutEffect(() => {
    const input = title.current;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);

  useUnsavedPreview(editing, draft, itemActions);
  useHeldDay(occurrence);

  const save = (): void => {
    if (isWrong) return;
    // If the owner of a shared calendar invites, the server sets their address.
    const whole = { ...draft, organizer: invitesAsSelf(draft, calendars) ? me : null };
    if (isNew) itemActions.create(whole);
    else itemActions.save(editing, whole);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      // An invalid date stops the submission.
      event.currentTarget.requestSubmit();
    }
    if (event.key === "Escape" && !event.defaultPrevented && !isChanged) itemActions.stopEditing();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const heading = t(isNew ? "editor.new" : "editor.edit");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={styles.panel} aria-label={heading} onSubmit={submit} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2>{heading}</h2>
        {repeatOfDraft(draft).kind === "none" ? null : <span>{t("editor.repeats")}</span>}
        <IconButton label={t("editor.cancel")} onClick={itemActions.stopEditing}>
          <X size={17} strokeWidth={1.6} />
        </IconButton>
      </div>
      <div className={styles.fields}>
        {editing.meanwhile ? <MeanwhileNote {...editing.meanwhile} /> : null}
        {isNew || arranger === null ? (
          <>
            <input
              ref={title}
              className={styles.title}
              aria-label={t("editor.title")}
              placeholder={t("editor.titlePlaceholder")}
              value={draft.title}
              maxLength={1000}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <EditorTimes occurrence={occurrence} draft={draft} before={before} onChange={change} />
          </>
        ) : (
          <ArrangedPart occurrence={occurrence} arranger={arranger} />
        )}
        <EditorDetails
          draft={draft}
          calendars={calendars}
          isArranged={arranger !== null}
          uid={occurrence?.entry.event.uid ?? null}
          series={occurrence?.entry.event}
          isInvited={occurrence?.entry.event.organizerCalendarAddress !== undefined}
          onChange={change}
        />
      </div>
      <Foot occurrence={occurrence} itemActions={itemActions} isWrong={isWrong} />
    </form>
  );
}

interface FootProps extends Pick<EventEditorProps, "itemActions"> {
  readonly occurrence: Editing["occurrence"];
  readonly isWrong: boolean;
}

function Foot({ occurrence, itemActions, isWrong }: FootProps) {
  const t = useMessages();
  return (
    <div className={styles.foot}>
      {occurrence === null ? null : (
        <Button look="danger" onClick={() => itemActions.remove(occurrence)}>
          {t("editor.delete")}
        </Button>
      )}
      <span className={styles.space} />
      <Button onClick={itemActions.stopEditing}>{t("editor.cancel")}</Button>
      <Button look="primary" type="submit" disabled={isWrong}>
        {t(occurrence === null ? "editor.create" : "editor.save")}
        <kbd>{/Mac/.test(navigator.platform) ? "⌘↵" : "Ctrl ↵"}</kbd>
      </Button>
    </div>
  );
}
