import { MOST_TIMES_HELD } from "@snart/calendar/poll/poll.ts";
import { holdPollTimes } from "../../../api/items/poll-api.ts";
import type { Asked } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import type { ListedPoll } from "../use-polls.ts";
import styles from "./votes.module.css";

interface HoldTimesProps {
  readonly accountId: string;
  readonly poll: ListedPoll;
  readonly isBusy: boolean;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** Has the times that somebody says yes to kept in their own calendar. Whose poll it is keeps its times by what it says of itself. */
export function HoldTimes({ accountId, poll, isBusy, change }: HoldTimesProps) {
  const t = useMessages();
  const isAsked = poll.voters.some(({ isOwn }) => isOwn);
  const isOpen = poll.state === "open" || poll.state === "closed";
  const isOwner = poll.isOrganizer && poll.accountId === accountId;
  if (!isAsked || !isOpen || isOwner) return null;
  return (
    <>
      <Checkbox
        className={styles.hold}
        checked={poll.holdsTimes}
        disabled={isBusy}
        onChange={(holds) => void change(() => holdPollTimes(accountId, poll.id, holds))}
      >
        {t("polls.holdTimes")}
      </Checkbox>
      {poll.holdsTimes && poll.timesNotHeld > 0 ? (
        <FieldError>
          {t("polls.timesNotHeld", { count: poll.timesNotHeld, most: MOST_TIMES_HELD })}
        </FieldError>
      ) : null}
    </>
  );
}
