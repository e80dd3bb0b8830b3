import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { fetchOwnImports, undoImport, type ListedImport } from "../../api/calendars/import-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-soon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import styles from "./bring-in.module.css";
import { isOver } from "./model.ts";

const AGAIN_MS = 1_500;

/** What the person has brought in, from whatever browser: it may still be on its way, and can be undone for 30 days. */
export function RecentImports({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const [jobs, setJobs] = useState<readonly ListedImport[]>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const ask = async (): Promise<void> => {
      const asked = await fetchOwnImports(accountId);
      if (!wanted) return;
      if (!asked.ok) return setProblem(wordedCode(asked.problem));
      setJobs(asked.value);
      if (!asked.value.every(isOver)) timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [accountId]);
  const takeBack = async ({ id }: ListedImport): Promise<void> => {
    const undone = await undoImport(accountId, id);
    if (!undone.ok) return setProblem(wordedCode(undone.problem));
    setProblem(undefined);
    setJobs((known) => known.filter((job) => job.id !== id));
  };
  if (jobs.length === 0 && problem === undefined) return null;
  return (
    <section className={styles.exceptions}>
      <h2>{t("bringIn.recent")}</h2>
      {problem === undefined ? null : <FieldError>{t(problemKey(problem))}</FieldError>}
      <ul>
        {jobs.map((job) => (
          <RecentImport key={job.id} job={job} onUndo={() => void takeBack(job)} />
        ))}
      </ul>
    </section>
  );
}

interface RecentImportProps {
  readonly job: ListedImport;
  readonly onUndo: () => void;
}

function RecentImport({ job, onUndo }: RecentImportProps) {
  const t = useMessages();
  return (
    <li>
      <b>{job.calendarName}</b>
      <span>{stateWords(job, t)}</span>
      <HowLongAgo at={Date.parse(job.begunAt)} warm={false} />
      {isOver(job) && job.added > 0 ? (
        <Button onClick={onUndo} aria-label={t("bringIn.undoNamed", { name: job.calendarName })}>
          {t("action.undo")}
        </Button>
      ) : null}
    </li>
  );
}

function stateWords(job: ListedImport, t: ReturnType<typeof useMessages>): string {
  if (job.state === "dead") return t("bringIn.broken");
  if (!isOver(job)) return t("import.processed", { processed: job.processed });
  return job.isStopped ? t("bringIn.stopped", { count: job.added }) : t("import.added", { count: job.added });
}
