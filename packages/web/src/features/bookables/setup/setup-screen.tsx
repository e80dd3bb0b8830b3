import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type SyntheticEvent } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { wordedCode } from "../../../api/problem.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { PlainPage } from "../../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../../ui/use-document-title.ts";
import { boardPath } from "../model.ts";
import { Preview } from "./preview.tsx";
import { Questions } from "./questions.tsx";
import { TemplateTiles } from "./template-tiles.tsx";
import { useNewBookable } from "./use-new-bookable.ts";
import styles from "./setup.module.css";

/** Makes something to book: a template, six questions, and what comes of the answers beside them. */
export function NewBookableScreen() {
  const account = useAccount();
  if (!account) return null;
  return account.isAdmin ? <Setup accountId={account.id} /> : <Redirect to="/bookables" replace />;
}

function Setup({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const { draft, name, rules, zone, groups, problem, isBusy, change, choose, make } =
    useNewBookable(accountId);
  const [isTried, setTried] = useState(false);
  const isNameless = name.trim() === "";
  useDocumentTitle(t("bookables.setup.title"));
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (isNameless) return;
    const id = await make();
    if (id !== undefined) navigate(`${boardPath(id, zone.toLocal(clockNow()))}?made`);
  };
  const shown = isolated(name.trim());
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <PlainPage
        title={t("bookables.setup.title")}
        intro={null}
        back={{ href: "/bookables", label: t("bookables.back") }}
      >
        <TemplateTiles chosen={draft.template} onChoose={choose} />
        <div className={styles.columns}>
          <section aria-labelledby="questions">
            <h2 id="questions" className={styles.heading}>
              {t("bookables.setup.questions")}
            </h2>
            <Questions
              draft={draft}
              name={name}
              isNameless={isTried && isNameless}
              groups={groups}
              onChange={change}
            />
          </section>
          <Preview rules={rules} zone={zone} />
        </div>
      </PlainPage>
      <div className={styles.foot}>
        <p>{t("bookables.setup.nobodyTold")}</p>
        {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
        <Link href="/bookables" className={styles.cancel}>
          {t("action.cancel")}
        </Link>
        <Button type="submit" look="primary" size={40} aria-disabled={isBusy || undefined}>
          {t(isBusy ? "bookables.setup.creating" : "bookables.setup.create", { name: shown })}
        </Button>
      </div>
    </form>
  );
}
