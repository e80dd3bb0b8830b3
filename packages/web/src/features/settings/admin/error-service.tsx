import { problemKey } from "@snart/locales/problem-codes.ts";
import type { ErrorReportingRecord } from "@snart/calendar/jmap/administration/error-reporting.ts";
import { useState, type FormEvent, type ReactNode } from "react";
import { setErrorReporting } from "../../../api/account/admin-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useProof } from "../../proof/screen.tsx";
import { SettingRow } from "../parts/setting-page.tsx";
import styles from "./error-reporting.module.css";

interface ErrorServiceProps {
  readonly accountId: string;
  readonly report: ErrorReportingRecord;
  /** Fetches anew what is in force. */
  readonly load: () => Promise<void>;
}

/** Which service errors are reported to: chosen here, changed and given up, unless the configuration decides. */
export function ErrorServiceRow({ accountId, report, load }: ErrorServiceProps) {
  const t = useMessages();
  const { host, isConfigured } = report;
  const [isChanging, setChanging] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const [said, setSaid] = useState<ReactNode>(null);
  const { proved, dialog } = useProof();
  const set = async (dsn: string | null): Promise<ApiProblem | undefined> => {
    const done = await proved(() => setErrorReporting(accountId, dsn));
    if (!done.ok) return done.problem;
    setChanging(false);
    await load();
    setSaid(t(dsn === null ? "admin.errors.stopped" : "admin.errors.chosen"));
    return undefined;
  };
  const help = isConfigured
    ? t("admin.errors.onHelp")
    : t(host === null ? "admin.errors.offHelp" : "admin.errors.chosenHelp");
  const mayChange = !isConfigured && host !== null && !isChanging;
  return (
    <>
      <SettingRow label={t("admin.errors.service")} help={help}>
        <span className={styles.service}>
          <span>{host ?? t("admin.errors.off")}</span>
          {mayChange ? (
            <>
              <Button onClick={() => setChanging(true)}>{t("admin.errors.change")}</Button>
              <Button look="danger" onClick={() => setStopping(true)}>
                {t("admin.errors.stop")}
              </Button>
            </>
          ) : null}
        </span>
      </SettingRow>
      {isConfigured || mayChange ? null : (
        <AddressForm onSend={set} {...(isChanging && { onClose: () => setChanging(false) })} />
      )}
      <output className={styles.outcome}>{said}</output>
      {isStopping ? (
        <ConfirmDialog
          title={t("admin.errors.stopTitle", { host: host ?? "" })}
          confirm={t("admin.errors.stop")}
          look="dangerFill"
          onConfirm={async () => {
            const problem = await set(null);
            if (problem) return t(problemKey(wordedCode(problem)));
            setStopping(false);
            return undefined;
          }}
          onClose={() => setStopping(false)}
        >
          <p>{t("admin.errors.stopBody")}</p>
        </ConfirmDialog>
      ) : null}
      {dialog}
    </>
  );
}

interface AddressFormProps {
  /** @returns what was in the way */
  readonly onSend: (dsn: string) => Promise<ApiProblem | undefined>;
  /** absent where no service is chosen yet, and the form stands open */
  readonly onClose?: () => void;
}

/** Takes the address of a service; what is wrong with it stands below it. */
function AddressForm({ onSend, onClose }: AddressFormProps) {
  const t = useMessages();
  const [dsn, setDsn] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const problem = await onSend(dsn.trim());
    setBusy(false);
    if (!problem) return;
    const isWrong = wordedCode(problem) === "invalid-value";
    setError(t(isWrong ? "admin.errors.notAddress" : problemKey(wordedCode(problem))));
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever wants to change it goes on in it
        autoFocus={onClose !== undefined}
        label={t("admin.errors.address")}
        hint={t("admin.errors.addressHelp")}
        error={error}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={dsn}
        onChange={(event) => {
          setDsn(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div className={styles.send}>
        <Button type="submit" look="primary" size={36} aria-disabled={isBusy || undefined}>
          {t("admin.errors.use")}
        </Button>
        {onClose ? (
          <Button size={36} onClick={onClose}>
            {t("action.cancel")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
