import type { RestoreSource, ServerBackups, ServerCounts } from "@snart/calendar/jmap/backups.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { useFormats } from "../../../../i18n/use-formats.ts";
import { CopyRow } from "../../../../ui/copy-row/copy-row.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import styles from "./backups.module.css";
import { RestoredTable } from "./restored-table.tsx";

interface PartOutcomeProps {
  readonly part: NonNullable<ServerBackups["part"]>;
  readonly comes: boolean;
}

/** What became of a person's things, or would. */
export function PartOutcome({ part, comes }: PartOutcomeProps) {
  const t = useMessages();
  const { problem, calendars, isRehearsal } = part;
  if (problem)
    return (
      <FieldError>{t(`admin.backups.part.${problem.code}` as const, { detail: problem.detail })}</FieldError>
    );
  return (
    <output className={styles.outcome}>
      <p data-is="well">{t(isRehearsal ? "admin.backups.part.rehearsed" : "admin.backups.part.done")}</p>
      <RestoredTable calendars={calendars} />
      {isRehearsal && !comes ? <p>{t("admin.backups.part.nothing")}</p> : null}
      {isRehearsal ? null : <p className={styles.quiet}>{t("admin.backups.part.undo")}</p>}
    </output>
  );
}

const COUNTED = ["principals", "calendars", "objects", "attachments"] as const;
const NONE: ServerCounts = { principals: 0, calendars: 0, objects: 0, attachments: 0 };

/** Where the whole server of then is, how it differs from the one that lives, and how to go on from it. */
export function WholeOutcome({
  source,
  report: { whole, database },
}: {
  readonly source: RestoreSource;
  readonly report: ServerBackups;
}) {
  const t = useMessages();
  const { number } = useFormats("UTC");
  if (whole?.file !== source.file || whole.asOf !== source.asOf) return null;
  const { problem, folder, former, present } = whole;
  if (problem || folder === null || former === null) {
    const { code, detail } = problem ?? { code: "failed", detail: "" };
    const key =
      code === "encrypted" ? "admin.backups.whole.encrypted" : (`admin.backups.part.${code}` as const);
    return <FieldError>{t(key, { detail })}</FieldError>;
  }
  return (
    <output className={styles.outcome}>
      <p data-is="well">{t("admin.backups.whole.done")}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("admin.backups.part.whose")}</span>
            </th>
            <th scope="col">{t("admin.backups.whole.then")}</th>
            <th scope="col">{t("admin.backups.whole.now")}</th>
          </tr>
        </thead>
        <tbody>
          {COUNTED.map((what) => (
            <tr key={what}>
              <th scope="row">{t(`admin.backups.whole.${what}`)}</th>
              <td>{number(former[what])}</td>
              <td>{number((present ?? NONE)[what])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t(database === "sqlite" ? "admin.backups.whole.start" : "admin.backups.whole.startPostgres")}</p>
      <CopyRow
        label={t("admin.backups.whole.setting")}
        copyLabel={t("admin.backups.whole.copy")}
        text={`SNART_DATA=${folder}`}
      />
      <p className={styles.quiet}>{t("admin.backups.whole.room")}</p>
    </output>
  );
}
