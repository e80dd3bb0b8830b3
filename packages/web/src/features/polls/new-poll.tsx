import { useState } from "react";
import { useLocation } from "wouter";
import { createPoll } from "../../api/items/poll-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { keepPoll, keptPoll } from "../../store/kept-poll.ts";
import { Button } from "../../ui/button.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { NO_POLL, pollOf, type PollDraft } from "./poll-draft.ts";
import { PollForm } from "./poll-form.tsx";
import styles from "./polls.module.css";

/** A new poll. */
export function NewPoll({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const zone = useViewerZone();
  const [, navigate] = useLocation();
  useDocumentTitle(t("polls.new"));
  const [kept, setKept] = useState(() => keptPoll(NO_POLL));
  const send = async (draft: PollDraft): Promise<ApiProblem | undefined> => {
    const done = await createPoll(draft.groupId ?? accountId, pollOf(draft, zone));
    if (!done.ok) return done.problem;
    keepPoll(null);
    navigate(`/polls/${done.value}`, { replace: true });
    return undefined;
  };
  return (
    <PlainPage
      title={t("polls.new")}
      intro={t("polls.newIntro")}
      back={{ href: "/polls", label: t("polls.title") }}
    >
      {kept ? (
        <div className={styles.ways}>
          <output className={styles.quiet}>{t("polls.kept")}</output>
          <Button
            onClick={() => {
              keepPoll(null);
              setKept(undefined);
            }}
          >
            {t("polls.startAnew")}
          </Button>
        </div>
      ) : null}
      <PollForm
        key={kept ? "kept" : "new"}
        accountId={accountId}
        first={kept ?? NO_POLL}
        isNew
        onChange={keepPoll}
        label={({ guests }) => t("polls.send", { count: guests.length })}
        send={send}
      />
    </PlainPage>
  );
}
