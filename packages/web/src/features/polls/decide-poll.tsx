import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { finalizePoll, reopenPoll } from "../../api/items/poll-api.ts";
import { wordedCode, type ApiProblem, type Asked } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { Reasons } from "./reasons.tsx";
import { ReopenPoll } from "./reopen-poll.tsx";
import { startOf, type Standing } from "./standing.ts";
import { WhatHappens } from "./what-happens.tsx";
import styles from "./polls.module.css";

interface DecidePollProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  /** undefined while nobody could come to any time */
  readonly found: Standing | undefined;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** Which time is the best so far and why, and the button that decides on it or on another. */
export function DecidePoll(props: DecidePollProps) {
  const { poll, found } = props;
  const t = useMessages();
  const [, navigate] = useLocation();
  const when = useWhen(poll);
  const chosen = poll.options.find(({ id }) => id === poll.chosenId);
  if (chosen)
    return (
      <section className={styles.standing}>
        <h2 className={styles.head}>
          {t("polls.decided", { when: when(startOf(chosen)) })}{" "}
          <HowSoon target={{ kind: "instant", at: startOf(chosen) }} />
        </h2>
        <div className={styles.ways}>
          {poll.eventId ? (
            <Button onClick={() => navigate(`/event/${poll.eventId ?? ""}`)}>{t("polls.openEvent")}</Button>
          ) : null}
          <ReopenPoll {...props} start={startOf(chosen)} />
        </div>
      </section>
    );
  if (poll.state === "cancelled")
    return <p className={styles.quiet}>{t("polls.state", { state: "cancelled" })}</p>;
  return (
    <section className={`${styles.standing} ${styles.beside}`}>
      {found ? (
        <Reasons poll={poll} {...found} when={when} />
      ) : (
        <p className={`${styles.reasons} ${styles.quiet}`}>{t("polls.noBest")}</p>
      )}
      <Decision key={found?.best.id} {...props} best={found?.best.id} when={when} />
    </section>
  );
}

/** How a time of a poll reads: with its year if that is another one. */
function useWhen(poll: PollRecord): (start: number) => string {
  const zone = useViewerZone();
  const now = useNow();
  const { day, dayAndYear, year, time } = useFormats(poll.isAllDay ? "UTC" : zone.id);
  return (start) => {
    const date = year(start) === year(now) ? day(start) : dayAndYear(start);
    return poll.isAllDay ? date : `${date}, ${time(start)}`;
  };
}

interface DecisionProps extends DecidePollProps {
  readonly best: string | undefined;
  readonly when: (start: number) => string;
}

/** Any time can be chosen; what will happen is said before it does. */
function Decision({ accountId, poll, change, best, when }: DecisionProps) {
  const t = useMessages();
  const [chosen, setChosen] = useState(best ?? poll.options[0]?.id ?? "");
  const [isAsking, setAsking] = useState(false);
  const option = poll.options.find(({ id }) => id === chosen);
  if (!option) return null;
  const label = t("polls.decide", { when: when(startOf(option)) });
  const decide = async (): Promise<string | undefined> => {
    let problem: ApiProblem | undefined;
    await change(async () => {
      const done = await finalizePoll(accountId, poll.id, chosen);
      if (!done.ok) problem = done.problem;
      return done;
    });
    if (problem) return t(problemKey(wordedCode(problem)));
    setAsking(false);
    const undo = (): void => void change(() => reopenPoll(accountId, poll.id));
    addToast({
      message: t("polls.decided", { when: when(startOf(option)) }),
      action: { label: t("action.undo"), takesBack: true, run: undo },
    });
    return undefined;
  };
  return (
    <div className={styles.decision}>
      <Select
        label={t("polls.choose")}
        value={chosen}
        options={poll.options.map((each) => ({ value: each.id, label: when(startOf(each)) }))}
        onChange={setChosen}
      />
      <Button size={36} look="primary" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <WhatHappens poll={poll} />
      {isAsking ? (
        <ConfirmDialog
          title={label}
          confirm={t("polls.decideNow")}
          onConfirm={decide}
          onClose={() => setAsking(false)}
        >
          <WhatHappens poll={poll} />
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
