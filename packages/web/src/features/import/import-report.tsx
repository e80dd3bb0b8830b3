import { problemKey } from "@snart/locales/problem-codes.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { closeImport, takeBack, type UndoState } from "./import-flow.ts";
import { totalsOf, undoableImports, type ImportingFile } from "./model.ts";
import { fileReasonKey, reasonKey } from "./skip-reason.ts";
import styles from "./import-dialog.module.css";
import { LeftOutList } from "./left-out-list.tsx";

interface ImportReportProps {
  readonly accountId: string;
  readonly files: readonly ImportingFile[];
  readonly undo: UndoState;
}

/** The result of the import, what it left out and why, and how to undo it. */
export function ImportReport({ accountId, files, undo }: ImportReportProps) {
  const t = useMessages();
  const canUndo = undoableImports(files).length > 0 && undo.kind !== "done";
  return (
    <>
      {undo.kind === "done" ? (
        <p className={styles.quiet}>{t("import.undoneBody")}</p>
      ) : (
        <Done files={files} />
      )}
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
  const { added, updated, unchanged, skipped, attachments, missed } = totalsOf(files);
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
        {attachments > 0 ? <li>{t("import.files", { count: attachments })}</li> : null}
        {missed > 0 ? <li>{t("import.filesMissed", { count: missed })}</li> : null}
        {someDone && added + updated + unchanged + skipped === 0 ? <li>{t("import.nothing")}</li> : null}
        {added + updated > 0 ? (
          <li className={styles.quiet}>{t("import.inCalendar", { calendar: calendars.join(", ") })}</li>
        ) : null}
      </ul>
      <FileTroubles files={files} />
      <WhatWasLeftOut files={files} skipped={skipped} missed={missed} />
    </>
  );
}

interface LeftOutCounts {
  readonly files: readonly ImportingFile[];
  /** of events and of files */
  readonly skipped: number;
  readonly missed: number;
}

/** The events that were left out, and the files that did not come with theirs. */
function WhatWasLeftOut({ files, skipped, missed }: LeftOutCounts) {
  const t = useMessages();
  const jobs = files.flatMap(({ progress }) => ("job" in progress ? [progress.job] : []));
  const events = jobs.flatMap((job) => job.skipped);
  const attached = jobs.flatMap((job) => job.missedAttachments);
  return (
    <>
      {events.length > 0 ? (
        <LeftOutList
          heading={t("import.why")}
          items={events.map(({ title, uid, line, code }) => ({
            name: title || uid || t("import.untitled"),
            aside: line === null ? null : t("import.line", { line: String(line) }),
            reason: t(reasonKey(code)),
          }))}
          count={skipped}
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

/** The files that did not come to their end. */
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
