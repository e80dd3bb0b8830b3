import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { handOver, type Party, type SharedCalendar } from "../../../api/calendars/sharing-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { partyText } from "../../../api/calendars/find-party.ts";
import { asLevel, levelOptions } from "./levels.ts";
import type { SharingData } from "./use-sharing.ts";
import styles from "../parts/people.module.css";

export interface HandOverDialogProps {
  readonly calendar: SharedCalendar;
  readonly parties: readonly Party[];
  readonly run: SharingData["run"];
  readonly onClose: () => void;
}

/** Makes a calendar somebody else's, after asking to whom and what oneself keeps: only the new owner can give it back. */
export function HandOverDialog({ calendar, parties, run, onClose }: HandOverDialogProps) {
  const t = useMessages();
  const heirs = parties.filter(({ id }) => id !== calendar.accountId);
  const [to, setTo] = useState("");
  const [keep, setKeep] = useState("edit");
  const [isMissing, setMissing] = useState(false);
  const [trouble, setTrouble] = useState<ApiProblem>();
  const confirm = async (): Promise<void> => {
    setMissing(to === "");
    if (to === "") return;
    const isDone = await run(async () => {
      const given = await handOver(calendar, to, keep === "" ? null : asLevel(keep));
      setTrouble(given.ok ? undefined : given.problem);
      return given;
    });
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("handOver.title", { calendar: calendar.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size={36} onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button size={36} look="primary" onClick={() => void confirm()}>
            {t("handOver.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t("handOver.body")}</p>
        <Select
          label={t("handOver.to")}
          options={[{ value: "", label: t("handOver.choose") }, ...heirs.map(optionOf)]}
          value={to}
          onChange={setTo}
        />
        {isMissing ? <FieldError>{t("handOver.needTo")}</FieldError> : null}
        <Select
          label={t("handOver.keep")}
          options={[...levelOptions(t).toReversed(), { value: "", label: t("handOver.keepNothing") }]}
          value={keep}
          onChange={setKeep}
        />
        {trouble ? <FieldError>{t(problemKey(wordedCode(trouble)))}</FieldError> : null}
      </div>
    </Dialog>
  );
}

const optionOf = (party: Party) => ({ value: party.id, label: partyText(party) });
