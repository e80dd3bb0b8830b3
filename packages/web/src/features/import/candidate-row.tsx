import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { fileSize } from "../../i18n/file-size.ts";
import type { Candidate } from "./import-files.ts";
import styles from "./import-dialog.module.css";

/** Shows one file with its size, and why it is refused if it is. `limit` in bytes. */
export function CandidateRow({
  candidate,
  limit,
}: {
  readonly candidate: Candidate;
  readonly limit: number;
}) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const { file, problem } = candidate;
  return (
    <li className={styles.file}>
      <span className={styles.name}>{file.name}</span>
      <span className={styles.aside}>{file.size > 0 ? fileSize(file.size, formats, t) : null}</span>
      {problem ? (
        <div className={styles.wide}>
          <FieldError>{t(`import.problem.${problem}`, { limit: fileSize(limit, formats, t) })}</FieldError>
        </div>
      ) : null}
    </li>
  );
}
