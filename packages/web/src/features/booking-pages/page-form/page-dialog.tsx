import { PAGE_TEXT_LIMITS } from "@snart/calendar/booking-page/page-texts.ts";
import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useId, useRef, useState } from "react";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { AreaField, NumberField, Part, WordsFields } from "../editor/fields.tsx";
import { useProblemWords, wordsKeys } from "../editor/type-form.ts";
import { problemsSaid } from "../editor/type-record.ts";
import {
  changedFields,
  draftOfPage,
  originsOf,
  pageToSend,
  problemsOfPage,
  type PageDraft,
} from "./page-record.ts";
import { AddressPart } from "./address-part.tsx";
import { StateFields } from "./state-fields.tsx";
import type { Meanwhile } from "../meanwhile/merge.ts";
import { useTold } from "../meanwhile/use-told.ts";
import type { PageOutcome } from "./use-save-page.ts";
import editor from "../editor/editor.module.css";
import styles from "../screen.module.css";

interface PageDialogProps {
  readonly page: BookingPageRecord;
  /** Saves what differs; gives what was in the way. */
  readonly onSave: (
    before: PageDraft,
    changes: Partial<PageDraft>,
    told: Meanwhile<PageDraft>,
  ) => Promise<PageOutcome>;
  readonly onClose: () => void;
}

const LANGUAGES = ["en-GB", "sv"] as const;

/** What a page says of itself, who may show it, how long guests' data are kept, and whether it is open. */
export function PageDialog({ page, onSave, onClose }: PageDialogProps) {
  const t = useMessages();
  const { draft, change, wrong, said, save, body } = usePageForm(page, onSave);
  const languages = wordsKeys(draft.languages);
  return (
    <ConfirmDialog
      title={t("bookingPages.editPage")}
      confirm={t("bookingPages.save")}
      width={560}
      className={styles.form}
      onConfirm={save}
      onClose={onClose}
    >
      <div ref={body} className={styles.form}>
        <Part title={t("bookingPages.part.names")}>
          <div className={editor.pair}>
            <WordsFields
              value={draft.title}
              languages={languages}
              label={(language) => t(`bookingPages.field.${language}`)}
              maxLength={PAGE_TEXT_LIMITS.title}
              error={wrong("title") === null ? null : t("bookingPages.fieldWrong")}
              onChange={(title) => change({ title })}
            />
          </div>
          <div className={editor.pair}>
            <WordsFields
              isLong
              value={draft.description}
              languages={languages}
              label={(language) => t("bookingPages.field.description", { language })}
              maxLength={PAGE_TEXT_LIMITS.description}
              error={wrong("description")}
              onChange={(description) => change({ description })}
            />
          </div>
        </Part>
        <AddressPart
          slug={draft.slug}
          isWrong={wrong("slug") !== null}
          problem={said}
          isListed={page.isPublic ? draft.isListed : undefined}
          onChange={change}
        />
        <Languages
          languages={draft.languages}
          error={wrong("languages")}
          onChange={(next) => change({ languages: next })}
        />
        <StateFields draft={draft} onChange={change} />
        <Guests draft={draft} wrong={wrong} onChange={change} />
      </div>
    </ConfirmDialog>
  );
}

interface GuestsProps {
  readonly draft: PageDraft;
  readonly wrong: (field: keyof PageDraft) => string | null;
  readonly onChange: (fields: Partial<PageDraft>) => void;
}

/** Who may book, how long guests' data are kept, and where the page may be shown. */
function Guests({ draft, wrong, onChange }: GuestsProps) {
  const t = useMessages();
  const hint = useId();
  const [origins, setOrigins] = useState(draft.embedOrigins.join("\n"));
  return (
    <Part title={t("bookingPages.part.guests")}>
      <Checkbox
        checked={draft.requiresAccount}
        aria-describedby={hint}
        onChange={(isOn) => onChange({ requiresAccount: isOn })}
      >
        {t("bookingPages.field.requiresAccount")}
      </Checkbox>
      <p id={hint} className={editor.hint}>
        {t("bookingPages.accountHint")}
      </p>
      <NumberField
        label={t("bookingPages.field.keepDays")}
        hint={t("bookingPages.keepHint")}
        value={draft.keepDays}
        error={wrong("keepDays")}
        onChange={(days) => onChange({ keepDays: days ?? NaN })}
      />
      <AreaField
        label={t("bookingPages.field.embedOrigins")}
        hint={t("bookingPages.embedHint")}
        value={origins}
        maxLength={4_000}
        error={wrong("embedOrigins") === null ? null : t("bookingPages.embedWrong")}
        onChange={(text) => {
          setOrigins(text);
          onChange({ embedOrigins: originsOf(text) });
        }}
      />
    </Part>
  );
}

interface LanguagesProps {
  readonly languages: readonly string[];
  readonly error: string | null;
  readonly onChange: (languages: readonly string[]) => void;
}

function Languages({ languages, error, onChange }: LanguagesProps) {
  const t = useMessages();
  return (
    <Part
      title={t("bookingPages.part.languages")}
      error={error === null ? null : t("bookingPages.languageMissing")}
    >
      <div className={editor.pair}>
        {LANGUAGES.map((language) => (
          <Checkbox
            key={language}
            checked={languages.includes(language)}
            aria-invalid={error !== null || undefined}
            onChange={(isOn) =>
              onChange(LANGUAGES.filter((each) => (each === language ? isOn : languages.includes(each))))
            }
          >
            {t("bookingPages.language", { language: language === "sv" ? "sv" : "en" })}
          </Checkbox>
        ))}
      </div>
    </Part>
  );
}

function usePageForm(page: BookingPageRecord, onSave: PageDialogProps["onSave"]) {
  const t = useMessages();
  const words = useProblemWords();
  const body = useRef<HTMLDivElement>(null);
  const [before] = useState(() => draftOfPage(page));
  const [draft, setDraft] = useState(before);
  const [tries, setTries] = useState(0);
  const [said, setSaid] = useState<ApiProblem>();
  const [told, setTold] = useTold<PageDraft>(body);
  const problems =
    tries === 0 ? [] : [...problemsOfPage(pageToSend(draft)), ...(said ? problemsSaid(said) : [])];
  const change = (fields: Partial<PageDraft>): void => {
    setDraft({ ...draft, ...fields });
    setSaid(undefined);
  };
  const wrong = (field: keyof PageDraft): string | null => {
    const problem = problems.find(({ path }) => path === field);
    return problem ? words(problem) : null;
  };
  useEffect(() => {
    if (tries > 0) body.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [tries]);
  const save = async (): Promise<string | undefined> => {
    const unread = body.current?.querySelector<HTMLInputElement>("input:invalid");
    if (unread && !unread.checkValidity()) return t("bookingPages.somethingWrong");
    const ready = pageToSend(draft);
    const isRight = problemsOfPage(ready).length === 0;
    const outcome = isRight ? await onSave(before, changedFields(before, ready), told) : {};
    const { problem, meanwhile } = outcome;
    if (isRight && !problem && !meanwhile) return undefined;
    if (meanwhile) {
      setTold(meanwhile);
      return t("bookingPages.changedMeanwhile");
    }
    setSaid(problem);
    setTries(tries + 1);
    return problem ? t(problemKey(wordedCode(problem))) : t("bookingPages.somethingWrong");
  };
  return { draft, change, wrong, said, save, body };
}
