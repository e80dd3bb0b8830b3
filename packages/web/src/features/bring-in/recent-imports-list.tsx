import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { fetchImports, undoImport } from "../../api/calendars/import-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { HowLongAgo } from "../../ui/distance/how-soon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import styles from "./bring-in.module.css";
import { isOver } from "./model.ts";
import { forgetImports, recentImports } from "./recent-imports.ts";

const AGAIN_MS = 1_500;

/** What this browser has brought in, which may still be on its way, and can be undone for 30 days. */
export function RecentImports({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const [jobs, setJobs] = useState<readonly ImportRecord[]>([]);
  const [problem, setProblem] = useState<string>();
  const recent = recentImports(accountId);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const ask = async (): Promise<void> => {
      const ids = recentImports(accountId).map(({ id }) => id);
      const asked = ids.length === 0 ? undefined : await fetchImports(accountId, ids);
      if (!wanted) return;
      if (asked?.ok) setJobs(asked.value);
      if (asked?.ok && !asked.value.every(isOver)) timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [accountId]);
  const takeBack = async ({ id }: ImportRecord): Promise<void> => {
    const undone = await undoImport(accountId, id);
    if (!undone.ok) return setProblem(wordedCode(undone.problem));
    forgetImports([id]);
    setJobs(jobs.filter((job) => job.id !== id));
  };
  const shown = recent.flatMap(({ id, at }) => {
    const job = jobs.find((each) => each.id === id);
    return job ? [{ job, at }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles.exceptions}>
      <h2>{t("bringIn.recent")}</h2>
      {problem === undefined ? null : <FieldError>{t(problemKey(problem))}</FieldError>}
      <ul>
        {shown.map(({ job, at }) => (
          <li key={job.id}>
            <b>{job.calendarName}</b>
            <span>{stateWords(job, t)}</span>
            <HowLongAgo at={at} warm={false} />
            {isOver(job) && job.added > 0 ? (
              <Button
                onClick={() => void takeBack(job)}
                aria-label={t("bringIn.undoNamed", { name: job.calendarName })}
              >
                {t("action.undo")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateWords(job: ImportRecord, t: ReturnType<typeof useMessages>): string {
  if (job.state === "dead") return t("bringIn.broken");
  if (!isOver(job)) return t("import.processed", { processed: job.processed });
  return job.isStopped ? t("bringIn.stopped", { count: job.added }) : t("import.added", { count: job.added });
}
