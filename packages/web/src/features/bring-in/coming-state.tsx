import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { Check } from "lucide-react";
import { fileSize } from "../../i18n/file-size.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { isFileProblem } from "../import/model.ts";
import styles from "./bring-in.module.css";
import { connectErrorKey } from "./connect-error.ts";
import { setTarget } from "./flow.ts";
import { foundIn, isHere, isOver, NEW, type ComingCalendar } from "./model.ts";

interface ComingStateProps {
  readonly calendar: ComingCalendar;
  readonly writable: readonly { readonly id: string; readonly name: string }[];
  readonly mayChoose: boolean;
}

/** How far one calendar is, or where it goes to. */
export function ComingState({ calendar, writable, mayChoose }: ComingStateProps) {
  const t = useMessages();
  const { state, rehearsal, isWanted, name, target, key } = calendar;
  if (state.kind === "waiting") return <span className={styles.quiet}>{t("bringIn.waiting")}</span>;
  if (state.kind === "reading") {
    const words = t(state.isListing ? "bringIn.listing" : "bringIn.reading");
    return <Bar label={name} share={state.share} words={words} />;
  }
  if (state.kind === "undone") return <span className={styles.quiet}>{t("bringIn.undone")}</span>;
  if (state.kind === "unusable") return <Unusable {...state} />;
  if (state.kind === "importing") return <JobState name={name} job={state.job} rehearsal={rehearsal} />;
  if (!mayChoose || !rehearsal) return <span className={styles.quiet}>{t("bringIn.waiting")}</span>;
  if (foundIn(rehearsal) === 0) return <span className={styles.quiet}>{t("bringIn.nothing")}</span>;
  if (!isWanted)
    return (
      <span className={styles.quiet}>{t(isHere(rehearsal) ? "bringIn.notNeeded" : "bringIn.notWanted")}</span>
    );
  return (
    <Select
      label={t("bringIn.into", { name })}
      hideLabel
      options={[
        { value: NEW, label: t("import.newCalendar") },
        ...writable.map((each) => ({ value: each.id, label: each.name })),
      ]}
      value={target}
      onChange={(next) => setTarget(key, next)}
    />
  );
}

function Unusable({ code, limit = 0 }: { readonly code: string; readonly limit?: number }) {
  const t = useMessages();
  const formats = useFormats("UTC");
  if (code === "reloaded") return <FieldError>{t("bringIn.reloaded")}</FieldError>;
  const elsewhere = connectErrorKey(code);
  if (elsewhere) return <FieldError>{t(elsewhere)}</FieldError>;
  if (!isFileProblem(code)) return <FieldError>{t(problemKey(code))}</FieldError>;
  return <FieldError>{t(`import.problem.${code}`, { limit: fileSize(limit, formats, t) })}</FieldError>;
}

interface JobStateProps {
  readonly name: string;
  readonly job: ImportRecord;
  readonly rehearsal: ComingCalendar["rehearsal"];
}

function JobState({ name, job, rehearsal }: JobStateProps) {
  const t = useMessages();
  if (job.isStopped)
    return <span className={styles.quiet}>{t("bringIn.stopped", { count: job.added })}</span>;
  if (job.state === "dead") return <FieldError>{t("bringIn.broken")}</FieldError>;
  if (isOver(job))
    return (
      <span className={styles.done}>
        <Check size={15} strokeWidth={2} aria-hidden />
        {t("bringIn.imported")}
      </span>
    );
  if (job.state === "queued" && job.processed === 0)
    return <span className={styles.quiet}>{t("bringIn.waiting")}</span>;
  const total = rehearsal ? foundIn(rehearsal) + rehearsal.skippedCount : 0;
  return <Bar label={name} share={total === 0 ? undefined : Math.min(1, job.processed / total)} />;
}

interface BarProps {
  readonly label: string;
  /** 0–1; undefined: nobody knows */
  readonly share: number | undefined;
  readonly words?: string;
}

function Bar({ label, share, words }: BarProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const percent = share === undefined ? undefined : formats.number(Math.round(share * 100));
  return (
    <span className={styles.progress}>
      <progress className={styles.bar} aria-label={label} value={share} max={1} />
      <span>{percent === undefined ? words : t("bringIn.percent", { percent })}</span>
    </span>
  );
}
