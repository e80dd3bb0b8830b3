import { problemKey } from "@snart/locales/problem-codes.ts";
import type { ReleaseNote, ReleaseNotesRecord } from "@snart/calendar/jmap/administration/release-notes.ts";
import { useCallback, useEffect } from "react";
import { fetchReleaseNotes, readReleaseNotes } from "../../../../api/account/admin-api.ts";
import type { Account } from "../../../../api/auth-client.ts";
import { wordedCode } from "../../../../api/problem.ts";
import { useLanguage, useMessages } from "../../../../i18n/messages.ts";
import { Sentence } from "../../../../i18n/sentence.tsx";
import { loadSession } from "../../../../store/session.ts";
import { HowLongAgo } from "../../../../ui/distance/how-long-ago.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { SettingPage, SettingSection } from "../../parts/setting-page.tsx";
import { useAdminData } from "../../parts/use-list.ts";
import styles from "./whats-new-page.module.css";

/** What each version brought and asks for, the newest first. Who opens it has read of the last upgrade. */
export function WhatsNewPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { data, problem } = useAdminData(useCallback(() => fetchReleaseNotes(account.id), [account.id]));
  const isUnread = data?.isUnread === true;
  useEffect(() => {
    if (isUnread) void readReleaseNotes(account.id).then(loadSession);
  }, [isUnread, account.id]);
  return (
    <SettingPage title={t("admin.whatsNew.title")} intro={data ? <Came {...data} /> : null}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {data?.notes.map((note) => (
        <Note key={note.version} note={note} />
      ))}
    </SettingPage>
  );
}

/** Since when this server has had its version. */
function Came({ version, from, upgradedAt }: ReleaseNotesRecord) {
  const t = useMessages();
  if (version === null) return null;
  if (from === null || upgradedAt === null) return t("admin.whatsNew.first", { version });
  const when = <HowLongAgo at={Date.parse(upgradedAt)} />;
  return <Sentence of="admin.whatsNew.upgraded" args={{ from, version, when }} />;
}

function Note({ note: { version, changed, toDo } }: { readonly note: ReleaseNote }) {
  const t = useMessages();
  const language = useLanguage();
  const isNothingToDo = toDo[language].length === 0;
  return (
    <SettingSection title={t("admin.whatsNew.version", { version })}>
      <Lines lines={changed[language]} />
      {isNothingToDo ? (
        <p className={styles.nothing}>{t("admin.whatsNew.noToDo")}</p>
      ) : (
        <>
          <h3 className={styles.heading}>{t("admin.whatsNew.toDo")}</h3>
          <Lines lines={toDo[language]} />
        </>
      )}
    </SettingSection>
  );
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className={styles.lines}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
