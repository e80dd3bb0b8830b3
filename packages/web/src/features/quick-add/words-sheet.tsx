import { useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { LONGEST_QUICK_ADD } from "../../grammar/longest-line.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/overlays/sheet.tsx";
import { createDraft } from "./create-draft.ts";
import { UnsureWords } from "../../ui/unsure-words.tsx";
import { isWrongDraft, type EventDraft } from "../event/model.ts";
import { DraftChips } from "./draft-chips.tsx";
import { OtherChips } from "./other-chips.tsx";
import { DraftHeading } from "./draft-heading.tsx";
import type { QuickLineProps } from "./quick-add-props.ts";
import { SameTime } from "./same-time.tsx";
import { useQuickLine } from "./use-quick-line.ts";
import { WordsField } from "./words-field.tsx";
import styles from "./words-sheet.module.css";

/**
 * Shows the sheet in which a phone makes an event: words, a chip for each thing that was understood, and what takes place at the
 * same time. A chip opens its field; what is chosen there stands, whatever the words say.
 */
export function WordsSheet(props: QuickLineProps) {
  const { itemActions, calendars, otherwise, line, onLine, onClose } = props;
  const t = useMessages();
  const [mended, setMended] = useState<Partial<EventDraft>>({});
  const { reading, draft: read, isNowhere, others, take } = useQuickLine(line, props);
  const draft = read && { ...read, ...mended };
  const isWrong = draft !== null && isWrongDraft(draft);
  // The next dialog or panel takes the focus, which it cannot do while this sheet holds the page still.
  const then = (act: () => void): void => {
    onLine("");
    flushSync(onClose);
    act();
  };
  const create = (): void => {
    if (draft && !isWrong) then(() => createDraft(itemActions, draft));
  };
  const allFields = (): void =>
    then(() => (draft ? itemActions.editDraft(draft) : itemActions.editNew(otherwise)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    create();
  };
  return (
    <Sheet label={t("editor.new")} isOpen onClose={onClose}>
      <div className={styles.head}>
        <Button look="quiet" className={styles.act} onClick={() => then(() => undefined)}>
          {t("editor.cancel")}
        </Button>
        <h2>{t("editor.new")}</h2>
        <Button look="primary" className={styles.act} disabled={draft === null || isWrong} onClick={create}>
          {t("editor.create")}
        </Button>
      </div>
      <div className={styles.words}>
        <WordsField
          label={t("quickAdd.label")}
          placeholder={t("quickAdd.placeholder")}
          line={line}
          reading={reading}
          maxLength={LONGEST_QUICK_ADD}
          describedBy="words-understood"
          wraps
          onLine={onLine}
          onKeyDown={onKeyDown}
        />
      </div>
      {isNowhere ? <p className={styles.note}>{t("quickAdd.nowhere")}</p> : null}
      <div id="words-understood" className={styles.understood}>
        {read && draft ? (
          <>
            <DraftHeading draft={draft} />
            <OtherChips others={others} onTake={take} />
            <DraftChips
              draft={draft}
              read={read}
              hasTime={reading.time !== null || mended.start !== undefined}
              calendars={calendars}
              onChange={(part) => setMended((before) => ({ ...before, ...part }))}
              onAllFields={allFields}
            />
            {reading.unsure.length > 0 ? (
              <p className={styles.unsure}>
                <UnsureWords line={line} words={reading.unsure} />
              </p>
            ) : null}
            <SameTime draft={draft} />
          </>
        ) : (
          <Examples onChoose={onLine} onAllFields={allFields} />
        )}
      </div>
    </Sheet>
  );
}

interface ExamplesProps {
  readonly onChoose: (line: string) => void;
  readonly onAllFields: () => void;
}

/** Shows what could be said, before anything is. */
function Examples({ onChoose, onAllFields }: ExamplesProps) {
  const t = useMessages();
  return (
    <ul className={styles.examples}>
      {(["quickAdd.example1", "quickAdd.example2", "quickAdd.example3"] as const).map((key) => (
        <li key={key}>
          <button type="button" onClick={() => onChoose(t(key))}>
            {t(key)}
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.all} onClick={onAllFields}>
          {t("quickAdd.allFields")}
        </button>
      </li>
    </ul>
  );
}
