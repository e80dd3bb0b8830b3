import type { BackupRecord } from "@snart/calendar/jmap/backups.ts";
import { Check, LockKeyhole, Minus } from "lucide-react";
import { fileSize } from "../../../../i18n/file-size.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { useFormats } from "../../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../../i18n/viewer-zone.ts";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { SettingSection } from "../../parts/setting-page.tsx";
import styles from "./backups.module.css";

const KIND = {
  nightly: "admin.backups.kind.nightly",
  manual: "admin.backups.kind.manual",
  upgrade: "admin.backups.kind.upgrade",
} as const;

/** The backups that are there, newest first. */
export function BackupCopies({ backups }: { readonly backups: readonly BackupRecord[] }) {
  const t = useMessages();
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
            <Copy key={backup.file} {...backup} />
          ))}
        </ul>
      )}
      <p className={styles.quiet}>{t("admin.backups.restoreHelp")}</p>
    </SettingSection>
  );
}

function Copy({ file, madeAt, kind, bytes, isTested, isEncrypted }: BackupRecord) {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const at = Date.parse(madeAt);
  return (
    <li className={styles.copy} title={file}>
      <HowLongAgo at={at} />
      <span className={styles.when}>{`${formats.shortDayAndYear(at)}, ${formats.time(at)}`}</span>
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
        {isTested ? (
          <Check size={15} strokeWidth={2} aria-hidden />
        ) : (
          <Minus size={15} strokeWidth={2} aria-hidden />
        )}
        {t(isTested ? "admin.backups.tested" : "admin.backups.untested")}
      </span>
    </li>
  );
}
