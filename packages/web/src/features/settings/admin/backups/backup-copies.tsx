import type { BackupRecord, ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { Check, Download, LockKeyhole, Minus } from "lucide-react";
import { useState } from "react";
import { askForBackup, backupLink } from "../../../../api/account/backups-api.ts";
import { fileSize } from "../../../../i18n/file-size.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { useFormats } from "../../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../../i18n/viewer-zone.ts";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Button } from "../../../../ui/button.tsx";
import { useProof } from "../../../proof/screen.tsx";
import { SettingSection } from "../../parts/setting-page.tsx";
import type { AdminData } from "../../parts/use-list.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import styles from "./backups.module.css";

const KIND = {
  nightly: "admin.backups.kind.nightly",
  manual: "admin.backups.kind.manual",
  upgrade: "admin.backups.kind.upgrade",
} as const;

interface CopiesProps {
  readonly accountId: string;
  readonly report: ServerBackups;
  readonly run: AdminData<ServerBackups>["run"];
}

/** The backups that are there, newest first, each of which can be downloaded and restored from. */
export function BackupCopies({ accountId, report, run }: CopiesProps) {
  const t = useMessages();
  const { backups } = report;
  const [chosen, setChosen] = useState<string>();
  const restoring = backups.find(({ file }) => file === chosen);
  const { proved, dialog } = useProof();
  const download = (file: string): void =>
    void run(() => proved(() => askForBackup(file))).then((given) => {
      if (given !== undefined) location.assign(backupLink(file));
    });
  const whenOf = useWhen();
  const formats = useFormats(useViewerZone().id);
  const all = backups.reduce((sum, { bytes }) => sum + bytes, 0);
  const count = t("admin.backups.copiesCount", { count: backups.length, size: fileSize(all, formats, t) });
  return (
    <SettingSection
      title={t("admin.backups.copies")}
      action={backups.length > 0 ? <span className={styles.next}>{count}</span> : null}
    >
      {backups.length === 0 ? (
        <p className={styles.quiet}>{t("admin.backups.copiesNone")}</p>
      ) : (
        <ul>
          {backups.map((backup) => (
            <Copy
              key={backup.file}
              backup={backup}
              when={whenOf(backup)}
              onRestore={() => setChosen(backup.file)}
              onDownload={() => download(backup.file)}
            />
          ))}
        </ul>
      )}
      {dialog}
      {restoring ? (
        <RestoreDialog
          accountId={accountId}
          title={t("admin.backups.part.title", { when: whenOf(restoring) })}
          file={restoring.file}
          report={report}
          run={run}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </SettingSection>
  );
}

interface CopyProps {
  readonly backup: BackupRecord;
  readonly when: string;
  readonly onRestore: () => void;
  readonly onDownload: () => void;
}

function Copy({ backup, when, onRestore, onDownload }: CopyProps) {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const { file, madeAt, kind, bytes, isTested, isEncrypted } = backup;
  const Sign = isTested ? Check : Minus;
  return (
    <li className={styles.copy} title={file}>
      <HowLongAgo at={Date.parse(madeAt)} />
      <span className={styles.when}>{when}</span>
      <span className={styles.kind}>{t(KIND[kind])}</span>
      <span className={styles.size}>
        {isEncrypted ? (
          <>
            <LockKeyhole size={13} strokeWidth={1.8} aria-hidden />
            <span className="visually-hidden">{t("admin.backups.encrypted")}</span>
          </>
        ) : null}
        {fileSize(bytes, formats, t)}
      </span>
      <span className={styles.tested} data-is={isTested ? "well" : "not"}>
        <Sign size={15} strokeWidth={2} aria-hidden />
        {t(isTested ? "admin.backups.tested" : "admin.backups.untested")}
      </span>
      <span className={styles.ways}>
        <IconButton label={t("admin.backups.downloadOf", { when })} onClick={onDownload}>
          <Download size={16} strokeWidth={1.6} aria-hidden />
        </IconButton>
        <Button aria-label={t("admin.backups.restoreOf", { when })} onClick={onRestore}>
          {t("admin.backups.restore")}
        </Button>
      </span>
    </li>
  );
}

/** When a copy was made, by the viewer's clock. */
function useWhen(): (backup: BackupRecord) => string {
  const formats = useFormats(useViewerZone().id);
  return ({ madeAt }) => {
    const at = Date.parse(madeAt);
    return `${formats.shortDayAndYear(at)}, ${formats.time(at)}`;
  };
}
