import { problemKey } from "@snart/locales/problem-codes.ts";
import type {
  ErrorReportingRecord,
  ErrorTrialRecord,
} from "@snart/calendar/jmap/administration/error-reporting.ts";
import { useCallback, useState } from "react";
import { fetchErrorReporting, testErrorReporting } from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";
import { ErrorServiceRow } from "./error-service.tsx";
import people from "../parts/people.module.css";
import styles from "./error-reporting.module.css";

const OUTCOMES = {
  taken: "admin.errors.taken",
  refused: "admin.errors.refused",
  unreachable: "admin.errors.unreachable",
} as const;

/** Whether errors are reported and to whom, exactly what a report holds, and a test that sends just that. */
export function ErrorReportingPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem, load, run } = useAdminData(
    useCallback(() => fetchErrorReporting(account.id), [account.id]),
  );
  const [trial, setTrial] = useState<ErrorTrialRecord>();
  const [isBusy, setBusy] = useState(false);
  const test = async ({ id, at }: NonNullable<ErrorReportingRecord["sample"]>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrial(undefined);
    setTrial(await run(() => testErrorReporting(account.id, { id, at })));
    setBusy(false);
  };
  const sample = data?.sample ?? null;
  return (
    <SettingPage title={t("admin.errors.title")} intro={t("admin.errors.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data ? (
        <SettingSection>
          <ErrorServiceRow accountId={account.id} report={data} load={load} />
          {data.host === null ? null : <Counts report={data} />}
        </SettingSection>
      ) : null}
      {sample ? (
        <SettingSection title={t("admin.errors.test")}>
          <p className={people.quiet}>{t("admin.errors.testHelp")}</p>
          <Payload label={t("admin.errors.payload")} text={trial?.payload ?? sample.payload} />
          <div className={styles.send}>
            <Button aria-disabled={isBusy || undefined} onClick={() => void test(sample)}>
              {t(isBusy ? "admin.errors.sending" : "admin.errors.send")}
            </Button>
            <output className={styles.outcome}>
              {trial
                ? t(OUTCOMES[trial.outcome], { host: data?.host ?? "", status: trial.status ?? 0 })
                : null}
            </output>
          </div>
        </SettingSection>
      ) : null}
    </SettingPage>
  );
}

/** What became of the reports of the process that is asked. */
function Counts({ report }: { readonly report: ErrorReportingRecord }) {
  const t = useMessages();
  const { sent, failed, heldBack, lastFailureAt } = report;
  return (
    <>
      <SettingRow label={t("admin.errors.sent")}>{sent}</SettingRow>
      <SettingRow label={t("admin.errors.failed")}>
        <span>
          {failed}
          {lastFailureAt === null ? null : (
            <>
              {" · "}
              <HowLongAgo at={Date.parse(lastFailureAt)} />
            </>
          )}
        </span>
      </SettingRow>
      <SettingRow label={t("admin.errors.heldBack")} help={t("admin.errors.heldBackHelp")}>
        {heldBack}
      </SettingRow>
    </>
  );
}

/** What is sent, byte by byte; it can be scrolled by the keyboard. */
const Payload = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <section className={styles.payload} aria-label={label}>
    <pre>{text}</pre>
  </section>
);
