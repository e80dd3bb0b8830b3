import { problemKey } from "@snart/locales/problem-codes.ts";
import type { BackupProgress, BackupTrouble, ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { TriangleAlert } from "lucide-react";
import { useCallback, useEffect } from "react";
import { beginBackup, changeBackups, fetchBackups, stopBackup } from "../../../../api/account/backups-api.ts";
import type { Account } from "../../../../api/auth-client.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Sentence } from "../../../../i18n/sentence.tsx";
import { Button } from "../../../../ui/button.tsx";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { SettingPage, SettingRow, SettingSection } from "../../parts/setting-page.tsx";
import { useAdminData } from "../../parts/use-list.ts";
import styles from "./backups.module.css";
import { BackupCopies } from "./backup-copies.tsx";
import { BackupRunning, isOfRestoring } from "./backup-running.tsx";
import { MomentsSection } from "./moments-section.tsx";
import { BackupScheduleSection } from "./backup-schedule.tsx";

/** So often it is asked how far a backup is. */
const LOOK_MS = 700;
/** After so many nights it is no accident any more. */
const MISSED = 3;

/** The backups of the server: the last one in a sentence, one to make now, when they are made, and which are there. */
export function BackupsPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem, load, run } = useAdminData(
    useCallback(() => fetchBackups(account.id), [account.id]),
  );
  const isRunning = data !== undefined && data.running !== null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void load(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning, load]);
  return (
    <SettingPage title={t("admin.backups.title")} intro={data ? <Intro report={data} /> : null}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data && data.folder !== null ? (
        <>
          <Trouble report={data} />
          <NowSection
            running={data.running && isOfRestoring(data.running.step) ? null : data.running}
            onBegin={() => void run(() => beginBackup(account.id))}
            onStop={() => void run(() => stopBackup(account.id))}
          />
          <BackupScheduleSection
            report={data}
            onChange={(change) => void run(() => changeBackups(account.id, change))}
          />
          <MomentsSection accountId={account.id} report={data} run={run} />
          <BackupCopies accountId={account.id} report={data} run={run} />
        </>
      ) : null}
    </SettingPage>
  );
}

function Intro({ report: { backups, folder } }: { readonly report: ServerBackups }) {
  const t = useMessages();
  const [last] = backups;
  if (folder === null) return t("admin.backups.none");
  if (!last) return t("admin.backups.intro.never");
  return (
    <Sentence
      of={last.isTested ? "admin.backups.intro.tested" : "admin.backups.intro.untested"}
      args={{ when: <HowLongAgo at={Date.parse(last.madeAt)} /> }}
    />
  );
}

/** What somebody should look into: the last one failed, or its second copy, and worse, several nights had none. */
function Trouble({ report: { missed, problem, second } }: { readonly report: ServerBackups }) {
  const t = useMessages();
  const why = ({ code, detail }: BackupTrouble): string => t(`admin.backups.why.${code}`, { detail });
  const words =
    problem &&
    (missed > 0
      ? t("admin.backups.missed", { count: missed, problem: why(problem) })
      : t("admin.backups.problem", { problem: why(problem) }));
  const notCopied =
    second?.problem &&
    t("admin.backups.secondProblem", { folder: second.folder, problem: why(second.problem) });
  return [words, notCopied].map((text) =>
    text ? (
      <output key={text} className={styles.trouble} data-bad={missed >= MISSED || undefined}>
        <TriangleAlert size={15} strokeWidth={1.8} aria-hidden />
        <span>{text}</span>
      </output>
    ) : null,
  );
}

interface NowProps {
  readonly running: BackupProgress | null;
  readonly onBegin: () => void;
  readonly onStop: () => void;
}

function NowSection({ running, onBegin, onStop }: NowProps) {
  const t = useMessages();
  return (
    <SettingSection>
      <SettingRow
        label={t(running ? "admin.backups.running" : "admin.backups.now")}
        help={t("admin.backups.nowHelp")}
        narrow
      >
        {running ? (
          <Button onClick={onStop}>{t("admin.backups.stop")}</Button>
        ) : (
          <Button onClick={onBegin}>{t("admin.backups.now")}</Button>
        )}
      </SettingRow>
      {running ? <BackupRunning {...running} /> : null}
    </SettingSection>
  );
}
