import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { makeHousehold } from "../../../api/account/household-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { readHouseholdLines, type HouseholdLine } from "./paste-lines.ts";
import styles from "./households.module.css";

interface PasteDialogProps {
  readonly accountId: string;
  /** the labels that there are */
  readonly present: readonly string[];
  readonly onClose: () => void;
  /** the ids of what was made; lines that were not stay in the field */
  readonly onMade: (ids: readonly string[]) => void;
}

/** Many households from a list: what is understood of each line stands beneath before anything is made. */
export function PasteDialog({ accountId, present, onClose, onMade }: PasteDialogProps) {
  const t = useMessages();
  const { language } = useSpeech();
  const [pasted, setPasted] = useState("");
  const [done, setDone] = useState<number>();
  const [trouble, setTrouble] = useState<string>();
  const lines = readHouseholdLines(pasted, present);
  const good = lines.filter(({ problem }) => !problem);
  const make = async (): Promise<void> => {
    const made: string[] = [];
    const left: string[] = lines.filter(({ problem }) => problem).map(({ line }) => line);
    setTrouble(undefined);
    for (const [at, { line, label, name, people }] of good.entries()) {
      setDone(at);
      const given = await makeHousehold(accountId, { label, name, people, language });
      if (given.ok) made.push(String(given.value["id"]));
      else {
        left.push(line);
        setTrouble(wordedCode(given.problem));
      }
    }
    setDone(undefined);
    setPasted(left.join("\n"));
    onMade(made);
    if (left.length === 0) onClose();
  };
  return (
    <Dialog
      title={t("households.paste")}
      isOpen
      onClose={onClose}
      footer={
        <Button
          look="primary"
          size={40}
          aria-disabled={good.length === 0 || done !== undefined || undefined}
          onClick={() => {
            if (good.length > 0 && done === undefined) void make();
          }}
        >
          {done === undefined
            ? t("households.make", { count: good.length })
            : t("households.making", { done: done + 1, count: good.length })}
        </Button>
      }
    >
      <label className={styles.pasted}>
        <span>{t("households.pasteHelp")}</span>
        <textarea
          rows={7}
          spellCheck={false}
          value={pasted}
          placeholder={t("households.pasteExample")}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
      </label>
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
      <ul className={styles.lines} aria-label={t("households.understood")}>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may be alike
          <Line key={at} line={line} />
        ))}
      </ul>
    </Dialog>
  );
}

function Line({ line: { line, label, name, people, problem } }: { readonly line: HouseholdLine }) {
  const t = useMessages();
  return (
    <li data-wrong={problem}>
      <b>{problem === "noLabel" ? isolated(line) : isolated(label)}</b>{" "}
      {problem ? (
        t(`households.line.${problem}`)
      ) : (
        <>
          {isolated(name)}{" "}
          <span>{people.map(({ email }) => email).join(", ") || t("households.nobody")}</span>
        </>
      )}
    </li>
  );
}
