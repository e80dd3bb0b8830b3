import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { VersionItem } from "./version-item.tsx";
import { useHistory } from "./use-history.ts";
import styles from "./screen.module.css";

/** Who changed an event or task when, with what, and how; each version can be restored. */
export function HistoryScreen({ id }: { readonly id: string }) {
  const t = useMessages();
  const { versions, problem, restore } = useHistory(id);
  const title = isolated(versions?.[0]?.item?.title?.trim() ?? "");
  useDocumentTitle(title ? t("history.of", { title }) : t("history.title"));
  return (
    <PlainPage
      title={title ? t("history.of", { title }) : t("history.title")}
      intro={t("history.intro")}
      back={{ href: "/", label: t("settings.back") }}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {versions === undefined && !problem ? <p className={styles.quiet}>{t("history.loading")}</p> : null}
      {versions?.length === 0 ? <p className={styles.quiet}>{t("history.none")}</p> : null}
      <ol>
        {versions?.map((version, at) => (
          <VersionItem
            key={version.id}
            version={version}
            before={versions[at + 1]}
            onRestore={() => restore(version)}
          />
        ))}
      </ol>
    </PlainPage>
  );
}
