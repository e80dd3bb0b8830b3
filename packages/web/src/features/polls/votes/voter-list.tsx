import type { PollRecord, PollVoterRecord } from "@snart/calendar/jmap/poll.ts";
import { useState } from "react";
import { removePollVoter, restorePollVoter } from "../../../api/items/poll-api.ts";
import type { Asked } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "../polls.module.css";

interface VoterListProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  readonly isBusy: boolean;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** Who is asked in a poll, to be taken off it, as somebody who has voted twice. Oneself is not in it. */
export function VoterList({ accountId, poll, isBusy, change }: VoterListProps) {
  const t = useMessages();
  const [leaving, setLeaving] = useState<PollVoterRecord>();
  const others = poll.voters.filter(({ isOwn }) => !isOwn);
  if (others.length === 0) return null;
  const nameOf = ({ name }: PollVoterRecord, at: number): string =>
    name === null ? t("polls.somebody", { number: at + 1 }) : isolated(name);
  const remove = async ({ id }: PollVoterRecord, name: string): Promise<undefined> => {
    let undo = "";
    const isGone = await change(async () => {
      const done = await removePollVoter(accountId, poll.id, id);
      if (done.ok) undo = done.value;
      return done;
    });
    const run = (): void => void change(() => restorePollVoter(accountId, poll.id, undo));
    if (isGone)
      addToast({
        message: t("polls.voterRemoved", { name }),
        action: { label: t("action.undo"), takesBack: true, run },
      });
    setLeaving(undefined);
    return undefined;
  };
  const leavingName = leaving ? nameOf(leaving, others.indexOf(leaving)) : "";
  return (
    <details>
      <summary>{t("polls.people", { count: others.length })}</summary>
      <ul className={styles.list}>
        {others.map((voter, at) => {
          const name = nameOf(voter, at);
          return (
            <li key={voter.id} className={styles.voter}>
              <span>{name}</span>
              <Button
                disabled={isBusy}
                aria-label={t("polls.removeVoterNamed", { name })}
                onClick={() => setLeaving(voter)}
              >
                {t("polls.removeVoter")}
              </Button>
            </li>
          );
        })}
      </ul>
      {leaving ? (
        <ConfirmDialog
          title={t("polls.removeVoterNamed", { name: leavingName })}
          confirm={t("polls.removeVoter")}
          look="dangerFill"
          onConfirm={() => remove(leaving, leavingName)}
          onClose={() => setLeaving(undefined)}
        >
          <p>{t("polls.removeVoterBody")}</p>
        </ConfirmDialog>
      ) : null}
    </details>
  );
}
