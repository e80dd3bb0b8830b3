import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState, type MouseEvent } from "react";
import { ok, type Result } from "@snart/calendar/result.ts";
import { fetchCalendars } from "../../../api/items/calendar-api.ts";
import { askForExport, EXPORT_ALL, exportLink } from "../../../api/calendars/export-link.ts";
import { jmap } from "../../../api/jmap-client.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import styles from "./export-section.module.css";
import { useProof } from "../../proof/screen.tsx";
import { SettingSection } from "../parts/setting-page.tsx";

interface Download {
  readonly id: string;
  readonly name: string;
  readonly href: string;
}

/** Exports each of the person's calendars as a file. It is missing where the server does not offer it. */
export function ExportSection({ accountId }: { readonly accountId: string }) {
  const { proved, dialog } = useProof();
  const t = useMessages();
  const answer = useDownloads(accountId);
  const [refused, setRefused] = useState<ApiProblem>();
  const downloadAll = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
    event.preventDefault();
    const link = event.currentTarget;
    const asked = await proved(askForExport);
    setRefused(asked.ok ? undefined : asked.problem);
    if (asked.ok) location.assign(link.href);
  };
  if (answer?.ok && answer.value.length === 0) return null;
  return (
    <SettingSection title={t("settings.import.out")}>
      <p className={styles.help}>{t("settings.import.outHelp")}</p>
      {answer === undefined ? <p className={styles.help}>{t("settings.import.loading")}</p> : null}
      {answer?.ok === false ? <FieldError>{t(problemKey(wordedCode(answer.problem)))}</FieldError> : null}
      <div className={styles.row}>
        <span className={styles.name}>
          {t("settings.import.all")}
          <span className={styles.help}>{t("settings.import.allHelp")}</span>
        </span>
        <a href={EXPORT_ALL} download className={styles.link} onClick={(event) => void downloadAll(event)}>
          {t("settings.import.downloadAll")}
        </a>
      </div>
      {dialog}
      {refused && wordedCode(refused) !== "proof-needed" ? (
        <FieldError>{t(problemKey(wordedCode(refused)))}</FieldError>
      ) : null}
      <ul>
        {(answer?.ok ? answer.value : []).map(({ id, name, href }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <a
              href={href}
              download
              className={styles.link}
              aria-label={t("settings.import.downloadNamed", { name })}
            >
              {t("settings.import.download")}
            </a>
          </li>
        ))}
      </ul>
    </SettingSection>
  );
}

/** The calendars with their links; undefined until known, empty where there is nothing to offer. */
function useDownloads(accountId: string): Result<readonly Download[], ApiProblem> | undefined {
  const [answer, setAnswer] = useState<Result<readonly Download[], ApiProblem>>();
  useEffect(() => {
    let wanted = true;
    void fetchDownloads(accountId).then((given) => {
      if (wanted) setAnswer(given);
    });
    return () => {
      wanted = false;
    };
  }, [accountId]);
  return answer;
}

async function fetchDownloads(accountId: string): Promise<Result<readonly Download[], ApiProblem>> {
  const session = await jmap.session();
  if (!session.ok || session.value.exportUrl === null) return session.ok ? ok([]) : session;
  const calendars = await fetchCalendars(accountId);
  if (!calendars.ok) return calendars;
  const downloads = calendars.value.list.flatMap(({ id, name }) => {
    const href = exportLink(session.value, accountId, { id, name });
    return href === undefined ? [] : [{ id, name, href }];
  });
  return ok(sortedByName(downloads, ({ name }) => name));
}
