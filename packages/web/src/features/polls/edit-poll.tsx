import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { changePoll, inviteToPoll } from "../../api/items/poll-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { changesOf, draftOf, guestsOf, type PollDraft } from "./poll-draft.ts";
import { PollForm } from "./poll-form.tsx";
import { usePolls, type ListedPoll } from "./use-polls.ts";
import { VoterList } from "./votes/voter-list.tsx";
import styles from "./polls.module.css";

interface EditPollProps {
  readonly accountId: string;
  readonly id: string;
}

/** Changes a poll that is not decided. Answers about times that stay are kept; who answered hears of others. */
export function EditPoll({ accountId, id }: EditPollProps) {
  const t = useMessages();
  const { polls, problem, isBusy, change } = usePolls(accountId);
  const poll = polls?.find((each) => each.id === id && each.isOrganizer);
  useDocumentTitle(t("polls.change"));
  return (
    <PlainPage
      title={t("polls.change")}
      intro={t("polls.changeIntro")}
      back={{ href: `/polls/${id}`, label: t("polls.toVotes") }}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {polls === undefined && !problem ? <p className={styles.quiet}>{t("polls.loading")}</p> : null}
      {polls && !poll ? <p className={styles.quiet}>{t("polls.missing")}</p> : null}
      {poll ? <VoterList accountId={poll.accountId} poll={poll} isBusy={isBusy} change={change} /> : null}
      {poll ? <Form key={poll.id} accountId={accountId} poll={poll} /> : null}
    </PlainPage>
  );
}

function Form({ accountId, poll }: { readonly accountId: string; readonly poll: ListedPoll }) {
  const t = useMessages();
  const [, navigate] = useLocation();
  // What others change meanwhile is not taken for a change of this draft.
  const [first] = useState(() => draftOf(poll));
  const send = async (draft: PollDraft): Promise<ApiProblem | undefined> => {
    const changes = changesOf(draft, first);
    const isChanged = Object.keys(changes).length > 0;
    const changed = isChanged ? await changePoll(poll.accountId, poll.id, changes) : undefined;
    if (changed && !changed.ok) return changed.problem;
    const guests = guestsOf(draft);
    const asked = guests.length === 0 ? undefined : await inviteToPoll(poll.accountId, poll.id, guests);
    if (asked && !asked.ok) return asked.problem;
    navigate(`/polls/${poll.id}`, { replace: true });
    return undefined;
  };
  return <PollForm accountId={accountId} first={first} label={() => t("polls.save")} send={send} />;
}
