import { problemKey } from "@snart/locales/problem-codes.ts";
import type { SkippedObject } from "@snart/calendar/jmap/import.ts";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { closeImport, takeBack, type UndoState } from "./import-flow.ts";
import { totalsOf, undoableImports, type ImportingFile, type PassedOver } from "./import-files.ts";
import { fileReasonKey, partReasonKey, reasonKey } from "./skip-reason.ts";
import styles from "./import-dialog.module.css";
import { LeftOutList } from "./left-out-list.tsx";
import { PassedOverFiles } from "./passed-over-files.tsx";

interface ImportReportProps {
  readonly accountId: string;
  readonly files: readonly ImportingFile[];
  readonly passedOver: readonly PassedOver[];
  readonly undo: UndoState;
}

/** Shows the result of the import, what it left out and why, and how to undo it. */
export function ImportReport({ accountId, files, passedOver, undo }: ImportReportProps) {
  const t = useMessages();
  const canUndo = undoableImports(files).length > 0 && undo.kind !== "done";
  return (
    <>
      {undo.kind === "done" ? (
        <p className={styles.quiet}>{t("import.undoneBody")}</p>
      ) : (
        <Done files={files} />
      )}
      <PassedOverFiles files={passedOver} />
      {undo.kind === "failed" ? <FieldError>{t(problemKey(undo.code))}</FieldError> : null}
      <div className={styles.actions}>
        {canUndo ? (
          <Button
            size={36}
            aria-disabled={undo.kind === "busy" || undefined}
            onClick={() => void takeBack(accountId)}
          >
            {t(undo.kind === "busy" ? "import.undoing" : "import.undo")}
          </Button>
        ) : null}
        <Button size={36} look="primary" onClick={closeImport}>
          {t("action.done")}
        </Button>
      </div>
    </>
  );
}

function Done({ files }: { readonly files: readonly ImportingFile[] }) {
  const t = useMessages();
  const { added, updated, unchanged, skipped, mended, attachments, missed } = totalsOf(files);
  const calendars = [
    ...new Set(files.flatMap(({ progress }) => ("job" in progress ? [progress.job.calendarName] : []))),
  ];
  const someDone = files.some(({ progress }) => progress.kind === "done");
  return (
    <>
      <ul className={styles.totals}>
        {added > 0 ? <li>{t("import.added", { count: added })}</li> : null}
        {updated > 0 ? <li>{t("import.updated", { count: updated })}</li> : null}
        {unchanged > 0 ? <li>{t("import.unchanged", { count: unchanged })}</li> : null}
        {skipped > 0 ? <li>{t("import.skipped", { count: skipped })}</li> : null}
        {mended > 0 ? <li>{t("import.mended", { count: mended })}</li> : null}
        {attachments > 0 ? <li>{t("import.files", { count: attachments })}</li> : null}
        {missed > 0 ? <li>{t("import.filesMissed", { count: missed })}</li> : null}
        {someDone && added + updated + unchanged + skipped === 0 ? <li>{t("import.nothing")}</li> : null}
        {added + updated > 0 ? (
          <li className={styles.quiet}>{t("import.inCalendar", { calendar: calendars.join(", ") })}</li>
        ) : null}
      </ul>
      <FileTroubles files={files} />
      <WhatWasLeftOut files={files} skipped={skipped} mended={mended} missed={missed} />
    </>
  );
}

interface LeftOutCounts {
  readonly files: readonly ImportingFile[];
  /** the numbers of events left out, of events imported without a part, and of missing files */
  readonly skipped: number;
  readonly mended: number;
  readonly missed: number;
}

/** Shows the events that were left out or imported without a part, and the attached files that are missing. */
function WhatWasLeftOut({ files, skipped, mended, missed }: LeftOutCounts) {
  const t = useMessages();
  const jobs = files.flatMap(({ progress }) => ("job" in progress ? [progress.job] : []));
  const events = jobs.flatMap((job) => job.skipped);
  const parts = jobs.flatMap((job) => job.mended);
  const attached = jobs.flatMap((job) => job.missedAttachments);
  return (
    <>
      {events.length > 0 ? (
        <LeftOutList
          heading={t("import.why")}
          items={events.map((event) => ({ ...nameOf(event, t), reason: t(reasonKey(event.code)) }))}
          count={skipped}
        />
      ) : null}
      {parts.length > 0 ? (
        <LeftOutList
          heading={t("import.mendedWhy")}
          note={t("import.mendedKept")}
          items={parts.map((event) => ({ ...nameOf(event, t), reason: t(partReasonKey(event.code)) }))}
          count={mended}
        />
      ) : null}
      {attached.length > 0 ? (
        <LeftOutList
          heading={t("import.filesWhy")}
          note={t("import.filesKept")}
          items={attached.map(({ filename, title, code }) => ({
            name: filename || t("import.untitled"),
            aside: title,
            reason: t(fileReasonKey(code)),
          }))}
          count={missed}
        />
      ) : null}
    </>
  );
}

/** Returns the words by which a person finds an event in the file. */
const nameOf = ({ title, uid, line }: SkippedObject, t: Messages) => ({
  name: title || uid || t("import.untitled"),
  aside: line === null ? null : t("import.line", { line: String(line) }),
});

/** Lists the files whose import did not finish. */
function FileTroubles({ files }: { readonly files: readonly ImportingFile[] }) {
  const t = useMessages();
  const troubles = files.flatMap(({ name, progress }) => {
    if (progress.kind === "failed") return [{ name, words: t(problemKey(progress.code)) }];
    if (progress.kind === "dead") return [{ name, words: t("import.dead") }];
    return progress.kind === "lost" ? [{ name, words: t("import.lostSight") }] : [];
  });
  if (troubles.length === 0) return null;
  return (
    <ul className={styles.files}>
      {troubles.map(({ name, words }, index) => (
        <li key={`${name} ${index}`} className={styles.file}>
          <span className={styles.name}>{name}</span>
          <div className={styles.wide}>
            <FieldError>{words}</FieldError>
          </div>
        </li>
      ))}
    </ul>
  );
}
