import type { BackupPart, RestoreSource, ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { restorePart, restoreWhole, stopBackup } from "../../../../api/account/backups-api.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useProof } from "../../../proof/screen.tsx";
import { useAdminData, type AdminData } from "../../parts/use-list.ts";
import { BackupRunning } from "./backup-running.tsx";
import styles from "./backups.module.css";
import { fetchOwners, RestoreChoices, WHOLE, type Choice } from "./restore-choices.tsx";
import { RestoreMoment } from "./restore-moment.tsx";
import { PartOutcome, WholeOutcome } from "./restore-outcome.tsx";

interface RestoreDialogProps {
  readonly accountId: string;
  readonly title: string;
  /** null: a moment that is still to be chosen */
  readonly file: string | null;
  readonly report: ServerBackups;
  readonly run: AdminData<ServerBackups>["run"];
  readonly onClose: () => void;
}

/** Restores what one person or group had: whose, a rehearsal that counts, then the restoration. Or everything, beside the server. */
export function RestoreDialog({ accountId, title, file, report, run, onClose }: RestoreDialogProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const { data: owners } = useAdminData(useCallback(() => fetchOwners(accountId), [accountId]));
  const [choice, setChoice] = useState<Choice>({ owner: undefined, calendar: null, replaces: false });
  const [asOf, setAsOf] = useState<RestoreSource["asOf"]>(report.moments.at(-1)?.through ?? null);
  const owner = choice.owner ?? owners?.[0]?.id;
  const source = { file, asOf: file === null ? asOf : null };
  const asked = { ...choice, owner, ...source };
  const part = partOf(report, asked);
  const isWhole = owner === WHOLE;
  const isRunning = report.running !== null;
  const first = useHeldFocus(isRunning);
  const begin = (isRehearsal: boolean): void => {
    if (owner === undefined) return;
    void run(() =>
      proved(() =>
        isWhole ? restoreWhole(accountId, source) : restorePart(accountId, { ...asked, owner, isRehearsal }),
      ),
    );
  };
  const comes =
    part?.calendars.some((one) => one.missing + (choice.replaces ? one.differing : 0) > 0) === true;
  const mayRestore = !isWhole && part?.isRehearsal === true && comes;
  const isUnready = isRunning || (file === null && asOf === null);
  const footer = (
    <>
      <Button
        ref={first}
        size={36}
        onClick={isRunning ? () => void run(() => stopBackup(accountId)) : onClose}
      >
        {t(isRunning ? "admin.backups.stop" : "admin.backups.close")}
      </Button>
      <Button
        size={36}
        look={mayRestore ? "plain" : "primary"}
        disabled={isUnready}
        onClick={() => begin(true)}
      >
        {t(isWhole ? "admin.backups.whole.begin" : "admin.backups.part.rehearse")}
      </Button>
      {mayRestore ? (
        <Button size={36} look="primary" disabled={isUnready} onClick={() => begin(false)}>
          {t("admin.backups.restore")}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog title={title} isOpen width={560} onClose={onClose} footer={footer}>
      <div className={styles.part}>
        <p className={styles.quiet}>{t(isWhole ? "admin.backups.whole.help" : "admin.backups.part.help")}</p>
        {file === null ? <RestoreMoment moments={report.moments} onChange={setAsOf} /> : null}
        <RestoreChoices
          owners={owners ?? []}
          choice={{ ...choice, owner }}
          calendars={part?.isRehearsal && part.calendar === null ? part.calendars : undefined}
          isDisabled={isRunning}
          onChange={setChoice}
        />
        {report.running ? <BackupRunning {...report.running} /> : null}
        {part && !isWhole && !isRunning ? <PartOutcome part={part} comes={comes} /> : null}
        {isWhole && !isRunning ? <WholeOutcome source={source} report={report} /> : null}
      </div>
      {dialog}
    </Dialog>
  );
}

/** How what is asked for now went, if it has been tried. */
function partOf(
  { part }: ServerBackups,
  asked: Omit<BackupPart, "isRehearsal" | "owner"> & { readonly owner: string | undefined },
): ServerBackups["part"] | undefined {
  const isSame =
    part?.file === asked.file &&
    part.asOf === asked.asOf &&
    part.owner === asked.owner &&
    part.calendar === asked.calendar &&
    part.replaces === asked.replaces;
  return isSame ? part : undefined;
}

/** The button that was pressed cannot be pressed meanwhile and loses the focus: keys go on from the first one, which stops it. */
function useHeldFocus(isRunning: boolean) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRunning && document.activeElement?.matches("body, :disabled") === true) first.current?.focus();
  }, [isRunning]);
  return first;
}
