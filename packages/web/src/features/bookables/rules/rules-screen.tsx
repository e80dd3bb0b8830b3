import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useAccount } from "../../../store/session.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { ListSkeleton, PlainPage } from "../../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../../ui/use-document-title.ts";
import { boardPath } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { RuleBench } from "./rule-bench.tsx";
import { RuleGroups } from "./rule-groups.tsx";
import { useRuleEditor } from "./use-rule-editor.ts";
import styles from "./rules.module.css";

/** The rules of a thing as sentences: its managers change them, others read them. */
export function RulesScreen({ id }: { readonly id: string }) {
  const t = useMessages();
  const account = useAccount();
  const editor = useRuleEditor(account?.id ?? "", id);
  const { around, bookable, draft, problem } = editor;
  const name = bookable ? isolated(bookable.name) : t("bookables.title");
  const title = t("rules.title", { name });
  useDocumentTitle(title);
  if (!account) return null;
  const version = bookable?.rulesVersion ?? 0;
  const back = bookable ? boardPath(id, zoneOf(bookable).toLocal(clockNow())) : "/bookables";
  return (
    <PlainPage
      title={title}
      intro={
        bookable
          ? t(bookable.mayManage ? "rules.versions" : "rules.version", { version, next: version + 1 })
          : null
      }
      back={{ href: back, label: bookable ? name : t("bookables.back") }}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {around && !bookable ? <p className={styles.quiet}>{t("bookables.missing")}</p> : null}
      {around || problem ? null : <ListSkeleton label={t("bookables.loading")} />}
      {around && bookable && draft ? (
        bookable.mayManage ? (
          <RuleBench
            key={version}
            accountId={account.id}
            editor={editor}
            bookable={bookable}
            draft={draft}
            groups={around.groups}
          />
        ) : (
          <RuleGroups bookable={bookable} rules={draft} groups={around.groups} />
        )
      ) : null}
    </PlainPage>
  );
}
