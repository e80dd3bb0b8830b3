import { problemKey } from "@snart/locales/problem-codes.ts";
import type { AuditEntryRecord } from "@snart/calendar/jmap/account.ts";
import { useEffect, useState } from "react";
import { fetchAudit } from "../../../api/account/admin-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import styles from "../parts/people.module.css";
import { auditFact, auditKey, auditSubject } from "./audit-words.ts";

/** How long to wait for more typing before the search. */
const SETTLE_MS = 250;

/** The audit log, newest first, searched by its words. */
export function AuditPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const [words, setWords] = useState("");
  const [entries, setEntries] = useState<readonly AuditEntryRecord[]>();
  const [isEnd, setEnd] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const given = await fetchAudit(account.id, words.trim(), null);
      if (isOver) return;
      setProblem(given.ok ? undefined : given.problem);
      setEntries(given.ok ? given.value : []);
      setEnd(!given.ok || given.value.length < 50);
    }, SETTLE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [account.id, words]);
  const more = async (): Promise<void> => {
    const last = entries?.at(-1);
    if (!last) return;
    const given = await fetchAudit(account.id, words.trim(), last.id);
    setProblem(given.ok ? undefined : given.problem);
    if (!given.ok) return;
    setEntries([...(entries ?? []), ...given.value]);
    setEnd(given.value.length < 50);
  };
  return (
    <SettingPage title={t("admin.audit.title")} intro={t("admin.audit.intro")}>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      <SettingSection>
        <TextField
          label={t("admin.audit.search")}
          hideLabel
          placeholder={t("admin.audit.search")}
          type="search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {entries?.length === 0 ? <p className={styles.quiet}>{t("admin.audit.none")}</p> : null}
        <ul className={styles.list}>
          {entries?.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
        {isEnd || !entries ? null : <Button onClick={() => void more()}>{t("admin.audit.more")}</Button>}
      </SettingSection>
    </SettingPage>
  );
}

function EntryRow({ entry }: { readonly entry: AuditEntryRecord }) {
  const t = useMessages();
  const language = useLanguage();
  const { at, actorName, action, subject } = entry;
  const detail = Object.entries(entry.detail);
  const facts = detail.flatMap((one) => auditFact(one, t) ?? []);
  const formats = useFormats(useViewerZone().id);
  const when = Date.parse(entry.detail["latest"] ?? at);
  return (
    <li className={styles.row} data-faceless="">
      <span className={styles.words}>
        <span className={styles.name}>
          {t(auditKey(action))} {auditSubject(subject, detail)}
        </span>
        <span className={styles.said}>
          {[actorName ?? "", ...facts].filter((it) => it !== "").join(" · ")}
        </span>
      </span>
      <span className={styles.when}>
        <span>{firstInLine(`${formats.shortDayAndYear(when)}, ${formats.time(when)}`, language)}</span>
        <HowLongAgo at={when} />
      </span>
    </li>
  );
}
