import { problemKey } from "@snart/locales/problem-codes.ts";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import type { Formats } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { closeImport } from "./import-flow.ts";
import { shareOf, type FileProgress, type ImportingFile } from "./import-files.ts";
import styles from "./import-dialog.module.css";

/** Shows the progress of each file. */
export function ImportProgress({ files }: { readonly files: readonly ImportingFile[] }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (
    <>
      <ul className={styles.files}>
        {files.map(({ name, progress }, index) => (
          <li key={`${name} ${index}`} className={styles.file}>
            <span className={styles.name}>{name}</span>
            <span className={styles.aside}>{progressWords(progress, t, formats)}</span>
            {/* If the server does not know how many events there are, the number stands without a bar. */}
            <div className={styles.wide} hidden={shareOf(progress) === undefined}>
              <progress className={styles.bar} aria-label={name} value={shareOf(progress)} max={1} />
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t("import.goesOn")}</p>
      <div className={styles.actions}>
        <Button size={36} onClick={closeImport}>
          {t("import.close")}
        </Button>
      </div>
    </>
  );
}

function progressWords(progress: FileProgress, t: Messages, formats: Formats): string {
  if (progress.kind === "waiting") return t("import.waiting");
  if (progress.kind === "uploading")
    return t("import.uploading", { percent: Math.round(progress.share * 100) });
  if (progress.kind === "failed") return t(problemKey(progress.code));
  const { processed, total } = progress.job;
  if (total === null) return t("import.processed", { processed });
  return t("import.processedOf", { processed: formats.number(processed), total: formats.number(total) });
}
