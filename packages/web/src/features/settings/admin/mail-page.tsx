import { problemKey } from "@snart/locales/problem-codes.ts";
import type { MailServer, MailTrial, ServerMail, WaitingMailRecord } from "@snart/calendar/jmap/mail.ts";
import { useCallback, useState, type ReactNode } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { fetchMail, giveUpMail, retryMail, testMail } from "../../../api/account/mail-admin-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import styles from "../parts/people.module.css";
import rows from "./mail-rows.module.css";
import { GiveUpDialog } from "./give-up-dialog.tsx";
import { CauseRow, FailedMail, ReceivedRow, WaitingMail } from "./mail-rows.tsx";
import { useAdminData } from "../parts/use-list.ts";

/** The setup and state of mail: a test message, waiting mail, failed mail, and mail that came in. */
export function MailPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem, run } = useAdminData(useCallback(() => fetchMail(account.id), [account.id]));
  const [leaving, setLeaving] = useState<WaitingMailRecord>();
  return (
    <SettingPage title={t("admin.mail.title")} intro={t("admin.mail.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data ? (
        <>
          <OutSection account={account} report={data} />
          <InSection report={data} />
          <SettingSection title={t("admin.mail.waiting")}>
            <Lines none={t("admin.mail.waitingNone")} isEmpty={data.waiting.length === 0}>
              {data.waiting.map((mail) => (
                <WaitingMail
                  key={mail.id}
                  mail={mail}
                  onRetry={() => void run(() => retryMail(account.id, [mail.id]))}
                  onGiveUp={() => setLeaving(mail)}
                />
              ))}
            </Lines>
          </SettingSection>
          <CausesSection report={data} />
          <SettingSection title={t("admin.mail.failed")}>
            <Lines none={t("admin.mail.failedNone")} isEmpty={data.failed.length === 0}>
              {data.failed.map((mail) => (
                <FailedMail key={mail.id} mail={mail} />
              ))}
            </Lines>
          </SettingSection>
          {data.settings?.mailbox || data.received.length > 0 ? (
            <SettingSection title={t("admin.mail.received")}>
              <Lines none={t("admin.mail.receivedNone")} isEmpty={data.received.length === 0}>
                {data.received.map((mail, at) => (
                  <ReceivedRow key={`${mail.at} ${at}`} mail={mail} />
                ))}
              </Lines>
            </SettingSection>
          ) : null}
        </>
      ) : null}
      {leaving ? (
        <GiveUpDialog
          mail={leaving}
          onClose={() => setLeaving(undefined)}
          onGiveUp={async () => {
            await run(() => giveUpMail(account.id, [leaving.id]));
            setLeaving(undefined);
            return undefined;
          }}
        />
      ) : null}
    </SettingPage>
  );
}

function Lines(props: { readonly none: string; readonly isEmpty: boolean; readonly children: ReactNode }) {
  return props.isEmpty ? <p className={styles.quiet}>{props.none}</p> : <ul>{props.children}</ul>;
}

interface SectionProps {
  readonly report: ServerMail;
}

/** Who has sent mail to others lately; nothing where nobody has. */
function CausesSection({ report: { causes, mailsPerDay } }: SectionProps) {
  const t = useMessages();
  if (causes.length === 0) return null;
  return (
    <SettingSection title={t("admin.mail.causes")}>
      <p className={styles.quiet}>{t("admin.mail.causesIntro", { limit: mailsPerDay })}</p>
      <ul>
        {causes.map((cause) => (
          <CauseRow key={cause.login} cause={cause} />
        ))}
      </ul>
    </SettingSection>
  );
}

function OutSection({ account, report }: SectionProps & { readonly account: Account }) {
  const t = useMessages();
  const { settings } = report;
  if (!settings?.server)
    return (
      <SettingSection title={t("admin.mail.out")}>
        <p className={styles.quiet}>{t("admin.mail.notSetUp")}</p>
      </SettingSection>
    );
  return (
    <SettingSection title={t("admin.mail.out")}>
      <ServerRow server={settings.server} />
      <SettingRow label={t("admin.mail.from")}>{settings.from}</SettingRow>
      <SettingRow label={t("admin.mail.replies")} help={t("admin.mail.repliesHelp")}>
        {settings.replies ?? t("admin.mail.repliesNone")}
      </SettingRow>
      <TestRow account={account} />
    </SettingSection>
  );
}

function ServerRow({ server: { host, port, isSecure } }: { readonly server: MailServer }) {
  const t = useMessages();
  return (
    <SettingRow
      label={t("admin.mail.server")}
      help={t(isSecure ? "admin.mail.serverSecure" : "admin.mail.serverOpen")}
    >
      {`${host}:${port}`}
    </SettingRow>
  );
}

const outcomes = {
  taken: "admin.mail.trial.taken",
  refused: "admin.mail.trial.refused",
  "not-let-in": "admin.mail.trial.notLetIn",
  unreachable: "admin.mail.trial.unreachable",
  "not-trusted": "admin.mail.trial.notTrusted",
  failed: "admin.mail.trial.failed",
} as const;

function TestRow({ account }: { readonly account: Account }) {
  const t = useMessages();
  const [trial, setTrial] = useState<MailTrial>();
  const [code, setCode] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setTrial(undefined);
    const tried = await testMail(account.id);
    setSending(false);
    setCode(tried.ok ? undefined : wordedCode(tried.problem));
    if (tried.ok) setTrial(tried.value);
  };
  return (
    <>
      <SettingRow label={t("admin.mail.test")} help={t("admin.mail.testHelp", { email: account.email })}>
        <Button aria-disabled={isSending || undefined} onClick={() => void (isSending ? undefined : send())}>
          {t(isSending ? "admin.mail.testing" : "admin.mail.testSend")}
        </Button>
      </SettingRow>
      <output className={rows.outcome}>
        {trial ? t(outcomes[trial.outcome], { email: account.email }) : null}
        {trial && trial.said !== "" ? <> {t("admin.mail.said", { said: trial.said })}</> : null}
      </output>
      {code === undefined ? null : <FieldError>{t(problemKey(code))}</FieldError>}
    </>
  );
}

function InSection({ report }: SectionProps) {
  const t = useMessages();
  const mailbox = report.settings?.mailbox;
  const { lookedAt, problem } = report.mailbox ?? { lookedAt: null, problem: null };
  if (!mailbox)
    return (
      <SettingSection title={t("admin.mail.in")}>
        <p className={styles.quiet}>{t("admin.mail.noMailbox")}</p>
      </SettingSection>
    );
  return (
    <SettingSection title={t("admin.mail.in")}>
      <ServerRow server={mailbox} />
      <SettingRow label={t("admin.mail.folder")}>{mailbox.folder}</SettingRow>
      <SettingRow
        label={t("admin.mail.state")}
        help={problem === null ? undefined : t("admin.mail.said", { said: problem })}
      >
        <span>
          {lookedAt === null ? (
            t("admin.mail.stateNone")
          ) : (
            <>
              {t(problem === null ? "admin.mail.stateOk" : "admin.mail.stateTrouble")}{" "}
              <HowLongAgo at={Date.parse(lookedAt)} />
            </>
          )}
        </span>
      </SettingRow>
    </SettingSection>
  );
}
