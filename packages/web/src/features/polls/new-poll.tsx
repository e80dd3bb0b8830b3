import { useState } from "react";
import { useLocation } from "wouter";
import { createPoll } from "../../api/items/poll-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { keepPoll, keptPoll } from "../../store/kept-poll.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { chooseCalendarFiles } from "../import/screen.tsx";
import { draftOfFile, type FileDraft } from "./files/draft-of-file.ts";
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
  const [read, setRead] = useState<FileDraft | "none">();
  const begin = (draft: PollDraft | undefined): void => {
    keepPoll(draft ?? null);
    setKept(draft);
  };
  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const found = draftOfFile(await file.text(), zone);
    setRead(found ?? "none");
    if (found) begin(found.draft);
  };
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
      <div className={styles.ways}>
        {kept && read === undefined ? <output className={styles.quiet}>{t("polls.kept")}</output> : null}
        {typeof read === "object" ? <WhatWasRead {...read} /> : null}
        {kept ? (
          <Button
            onClick={() => {
              setRead(undefined);
              begin(undefined);
            }}
          >
            {t("polls.startAnew")}
          </Button>
        ) : (
          <Button onClick={() => chooseCalendarFiles(([file]) => void readFile(file))}>
            {t("polls.fromFile")}
          </Button>
        )}
      </div>
      {read === "none" ? <FieldError>{t("polls.fileAsksNothing")}</FieldError> : null}
      <PollForm
        key={typeof read === "object" ? "read" : kept ? "kept" : "new"}
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

/** What a file asks, and what of it a new poll cannot have. */
function WhatWasRead({ draft, left: { leftOut, answered } }: FileDraft) {
  const t = useMessages();
  return (
    <output className={styles.quiet}>
      {t("polls.fileRead", { count: draft.options.length })}
      {leftOut > 0 ? ` ${t("polls.fileLeftOut", { count: leftOut })}` : null}
      {answered > 0 ? ` ${t("polls.fileAnswered", { count: answered })}` : null}
    </output>
  );
}
