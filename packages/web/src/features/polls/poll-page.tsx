import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { DecidePoll } from "./decide-poll.tsx";
import { PollFacts } from "./poll-facts.tsx";
import { PollWays } from "./poll-ways.tsx";
import { standing } from "./standing.ts";
import { usePolls } from "./use-polls.ts";
import { HoldTimes } from "./votes/hold-times.tsx";
import { VotesTable } from "./votes/votes-table.tsx";
import styles from "./polls.module.css";

/** One poll with its votes: one's own can be changed; whoever made it decides. */
export function PollPage({ accountId, id }: { readonly accountId: string; readonly id: string }) {
  const t = useMessages();
  const own = usePolls(accountId);
  const poll = own.polls?.find((each) => each.id === id);
  const title = poll ? isolated(poll.title) : t("polls.title");
  useDocumentTitle(title);
  const now = useNow();
  const found = poll && standing(poll, now);
  const best = poll?.chosenId ?? found?.best.id;
  const { problem } = own;
  return (
    <PlainPage
      title={title}
      intro={poll ? introOf(poll, t) : ""}
      back={{ href: "/polls", label: t("polls.title") }}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {own.polls === undefined && !problem ? <p className={styles.quiet}>{t("polls.loading")}</p> : null}
      {own.polls && !poll ? <p className={styles.quiet}>{t("polls.missing")}</p> : null}
      {poll ? (
        <>
          <PollFacts poll={poll} />
          <VotesTable accountId={accountId} poll={poll} best={best} isBusy={own.isBusy} change={own.change} />
          <HoldTimes accountId={accountId} poll={poll} isBusy={own.isBusy} change={own.change} />
          {poll.isOrganizer ? (
            <>
              <DecidePoll accountId={poll.accountId} poll={poll} found={found} change={own.change} />
              <PollWays accountId={poll.accountId} poll={poll} isBusy={own.isBusy} change={own.change} />
            </>
          ) : null}
        </>
      ) : null}
    </PlainPage>
  );
}

function introOf(poll: PollRecord, t: ReturnType<typeof useMessages>): string {
  const by = poll.isOrganizer ? [] : [t("polls.asks", { name: isolated(poll.ownerName) })];
  const text = [poll.place, poll.description].filter((each) => each !== "").map(isolated);
  return [...by, ...text].join(" · ");
}
