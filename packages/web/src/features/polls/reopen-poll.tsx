import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { reopenPoll } from "../../api/items/poll-api.ts";
import { wordedCode, type ApiProblem, type Asked } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import styles from "./polls.module.css";

interface ReopenPollProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  /** of the time that was decided on, ms UTC */
  readonly start: number;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** Takes a decision back, as long as its time has not begun; what will happen is said before it does. */
export function ReopenPoll({ accountId, poll, start, change }: ReopenPollProps) {
  const t = useMessages();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  if (!poll.isOrganizer || start <= now) return null;
  const reopen = async (): Promise<string | undefined> => {
    let problem: ApiProblem | undefined;
    await change(async () => {
      const done = await reopenPoll(accountId, poll.id);
      if (!done.ok) problem = done.problem;
      return done;
    });
    return problem && t(problemKey(wordedCode(problem)));
  };
  const guests = poll.voters.filter(({ isOwn }) => !isOwn).length;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("polls.reopen")}</Button>
      {isAsking ? (
        <ConfirmDialog
          title={t("polls.reopenTitle")}
          confirm={t("polls.reopen")}
          onConfirm={reopen}
          onClose={() => setAsking(false)}
        >
          <ul className={styles.why}>
            <li>{t("polls.reopenEvent", { count: guests })}</li>
            {poll.roomId === null ? null : <li>{t("polls.reopenRoom")}</li>}
            <li>{t("polls.reopenVotes")}</li>
          </ul>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
