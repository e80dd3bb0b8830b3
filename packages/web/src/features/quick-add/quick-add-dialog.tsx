import type { Local } from "@snart/calendar/time/local.ts";
import { CalendarDays, Plus } from "lucide-react";
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { flushSync } from "react-dom";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { useFocusBack } from "../../ui/overlays/use-focus-back.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { LONGEST_QUICK_ADD } from "../../grammar/longest-line.ts";
import type { QuickLineProps } from "./quick-add-props.ts";
import palette from "../../ui/palette.module.css";
import styles from "./quick-add.module.css";
import { OtherChips } from "./other-chips.tsx";
import { QuickAnswer } from "./quick-answer.tsx";
import { createDraft } from "./create-draft.ts";
import { useQuickLine } from "./use-quick-line.ts";
import { WordsField } from "./words-field.tsx";

/** Shows the result of a line of words while it is typed. Enter makes it, Tab opens it in the editor. */
export function QuickAddDialog(props: QuickLineProps) {
  const { itemActions, calendars, line, onGoTo, onClose } = props;
  // A key pressed before the calendars are here takes effect as soon as they are.
  const [pressed, setPressed] = useState<"Enter" | "Tab" | null>(null);
  useFocusBack();
  const t = useMessages();
  const [goes, setGoes] = useState(false);
  const { reading, draft, isEmpty, isNowhere, others, take } = useQuickLine(line, props);
  const day = isEmpty ? null : (reading.time?.start ?? null);
  // The next dialog or panel takes the focus, which it cannot do while this dialog holds the page still.
  const then = (act: () => void) => (): void => {
    flushSync(onClose);
    act();
  };
  const create = draft && then(() => createDraft(itemActions, draft));
  const edit = draft && then(() => itemActions.editDraft(draft));
  const goTo = day === null ? null : then(() => onGoTo(day));
  const catchUp = useEffectEvent(() => (pressed === "Tab" ? edit : create)?.());
  const isReady = draft !== null;
  useEffect(() => {
    if (pressed && isReady) queueMicrotask(() => catchUp());
  }, [pressed, isReady]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const acts = new Map([
      ["Enter", goes && goTo ? goTo : create],
      ["Tab", event.shiftKey ? undefined : edit],
      ["ArrowDown", () => setGoes(true)],
      ["ArrowUp", () => setGoes(false)],
    ]);
    const act = acts.get(event.key);
    if (act === undefined || event.nativeEvent.isComposing) return;
    if (act === null && isEmpty) return;
    event.preventDefault();
    if (act) act();
    else setPressed(event.key === "Tab" ? "Tab" : "Enter");
  };
  return (
    <ModalOverlay
      className={palette.scrim ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={palette.modal ?? ""}>
        <Dialog aria-label={t("quickAdd.label")} className={palette.dialog ?? ""}>
          <div className={palette.field}>
            <Plus size={18} strokeWidth={1.7} aria-hidden />
            <WordsField
              label={t("quickAdd.label")}
              placeholder={t("quickAdd.placeholder")}
              line={line}
              reading={reading}
              maxLength={LONGEST_QUICK_ADD}
              describedBy="quick-answer"
              onLine={(next) => {
                props.onLine(next);
                setGoes(false);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          {isNowhere ? <p className={styles.note}>{t("quickAdd.nowhere")}</p> : null}
          {draft ? (
            <>
              <QuickAnswer draft={draft} calendars={calendars} line={line} reading={reading} />
              <OtherChips others={others} onTake={take} className={styles.readings} />
              <Answers
                create={create ?? onClose}
                edit={edit ?? onClose}
                calendar={calendars.find(({ key }) => key === draft.calendarKey)?.name ?? ""}
              />
            </>
          ) : null}
          {goTo && day !== null ? <GoTo day={day} isChosen={goes} goTo={goTo} /> : null}
          <p className={styles.hint}>{t("quickAdd.hint")}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface AnswersProps {
  readonly create: () => void;
  readonly edit: () => void;
  /** its name */
  readonly calendar: string;
}

function Answers({ create, edit, calendar }: AnswersProps) {
  const t = useMessages();
  return (
    <div className={styles.actions}>
      <Button look="primary" onClick={create}>
        {t("editor.create")} <kbd aria-hidden>↵</kbd>
      </Button>
      <Button look="quiet" onClick={edit}>
        {t("quickAdd.details")} <kbd aria-hidden>Tab</kbd>
      </Button>
      <span className={styles.saved}>{t("quickAdd.savedIn", { calendar: isolated(calendar) })}</span>
    </div>
  );
}

interface GoToProps {
  readonly day: Local;
  readonly isChosen: boolean;
  readonly goTo: () => void;
}

/** The day that was named, to be gone to instead. */
function GoTo({ day, isChosen, goTo }: GoToProps) {
  const t = useMessages();
  const local = useFormats("UTC");
  return (
    <div className={styles.others}>
      <h3>{t("quickAdd.others")}</h3>
      <button type="button" className={styles.other} data-chosen={isChosen} onClick={goTo}>
        <CalendarDays size={16} strokeWidth={1.6} aria-hidden />
        <span>{t("search.goTo", { date: local.dayAndYear(day) })}</span>
        <HowSoon target={{ kind: "date", date: day }} />
      </button>
    </div>
  );
}
