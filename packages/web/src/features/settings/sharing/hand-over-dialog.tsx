import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { wordedCode } from "../../../api/problem.ts";
import { handOver, type Party, type SharedCalendar } from "../../../api/calendars/sharing-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { partyText } from "../../../api/calendars/find-party.ts";
import { asLevel, levelOptions } from "./levels.ts";
import type { SharingData } from "./use-sharing.ts";
import styles from "../parts/people.module.css";

interface HandOverDialogProps {
  readonly calendar: SharedCalendar;
  readonly parties: readonly Party[];
  readonly run: SharingData["run"];
  readonly onClose: () => void;
}

/**
 * Hands a calendar over to somebody else, after asking to whom and which rights the person keeps: only the new owner
 * can hand it back.
 */
export function HandOverDialog({ calendar, parties, run, onClose }: HandOverDialogProps) {
  const t = useMessages();
  const heirs = parties.filter(({ id }) => id !== calendar.accountId);
  const [to, setTo] = useState("");
  const [keep, setKeep] = useState("edit");
  const [isMissing, setMissing] = useState(false);
  const confirm = async (): Promise<string | undefined> => {
    setMissing(to === "");
    if (to === "") return undefined;
    const given = await handOver(calendar, to, keep === "" ? null : asLevel(keep));
    if (await run(async () => given)) onClose();
    return given.ok ? undefined : t(problemKey(wordedCode(given.problem)));
  };
  return (
    <ConfirmDialog
      title={t("handOver.title", { calendar: calendar.name })}
      className={styles.form}
      confirm={t("handOver.confirm")}
      onConfirm={confirm}
      onClose={onClose}
    >
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
    </ConfirmDialog>
  );
}

const optionOf = (party: Party) => ({ value: party.id, label: partyText(party) });
