import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { useLocation } from "wouter";
import { finalizePoll, reopenPoll } from "../../api/items/poll-api.ts";
import { wordedCode, type ApiProblem, type Asked } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { ReopenPoll } from "./reopen-poll.tsx";
import { standing, startOf, type Told } from "./standing.ts";
import styles from "./polls.module.css";

interface DecidePollProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** Which time is the best so far and why, and the button that decides on it or on another. */
export function DecidePoll(props: DecidePollProps) {
  const { poll } = props;
  const t = useMessages();
  const [, navigate] = useLocation();
  const when = useWhen(poll);
  const found = standing(poll, useNow());
  const chosen = poll.options.find(({ id }) => id === poll.chosenId);
  if (chosen)
    return (
      <section className={styles.standing}>
        <h2 className={styles.head}>{t("polls.decided", { when: when(startOf(chosen)) })}</h2>
        <HowSoon target={{ kind: "instant", at: startOf(chosen) }} />
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
    <section className={styles.standing}>
      {found ? (
        <Reasons poll={poll} best={found.best} next={found.next} when={when} />
      ) : (
        <p className={styles.quiet}>{t("polls.noBest")}</p>
      )}
      <Decision key={found?.best.id} {...props} best={found?.best.id} when={when} />
    </section>
  );
}

/** How a time of a poll reads. */
function useWhen(poll: PollRecord): (start: number) => string {
  const zone = useViewerZone();
  const { dayAndYear, time } = useFormats(poll.isAllDay ? "UTC" : zone.id);
  return (start) => (poll.isAllDay ? dayAndYear(start) : `${dayAndYear(start)}, ${time(start)}`);
}

interface ReasonsProps {
  readonly poll: PollRecord;
  readonly best: Told;
  readonly next: Told | undefined;
  readonly when: (start: number) => string;
}

function Reasons({ poll, best, next, when }: ReasonsProps) {
  const t = useMessages();
  const until = poll.options.find(({ id }) => id === best.id)?.roomHeldUntil ?? null;
  const { yes, ifNeeded, silent, cannot } = best;
  const listed = (names: readonly string[]): string => names.map(isolated).join(", ");
  return (
    <>
      <h2 className={styles.head}>
        {t("polls.bestIs", { when: when(best.start) })}{" "}
        <HowSoon target={{ kind: "instant", at: best.start }} />
      </h2>
      <ul className={styles.why}>
        <li>{t("polls.why", { yes, ifNeeded, no: cannot.length })}</li>
        {silent > 0 ? <li>{t("polls.whySilent", { count: silent })}</li> : null}
        {best.neededYes.length > 0 ? (
          <li>{t("polls.neededYes", { names: listed(best.neededYes), count: best.neededYes.length })}</li>
        ) : null}
        {best.neededNo.length > 0 ? (
          <li className={styles.warning}>
            {t("polls.neededNo", { names: listed(best.neededNo), count: best.neededNo.length })}
          </li>
        ) : null}
        {cannot.length > 0 ? <li>{t("polls.cannot", { names: listed(cannot) })}</li> : null}
        {until === null ? null : (
          <li>
            <RoomKept until={Date.parse(until)} />
          </li>
        )}
      </ul>
      {next ? (
        <p className={styles.quiet}>
          {t("polls.next", {
            when: when(next.start),
            yes: next.yes,
            ifNeeded: next.ifNeeded,
            no: next.cannot.length,
          })}
        </p>
      ) : null}
    </>
  );
}

/** Until when the room is kept, which is on one's own clock whatever the times of the poll are on. */
function RoomKept({ until }: { readonly until: number }) {
  const t = useMessages();
  const { dayAndYear, time } = useFormats(useViewerZone().id);
  return (
    <>
      {t("polls.roomKept", { when: `${dayAndYear(until)}, ${time(until)}` })}{" "}
      <HowSoon target={{ kind: "instant", at: until }} />
    </>
  );
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
  const guests = poll.voters.length - (poll.voters.some(({ isOwn }) => isOwn) ? 1 : 0);
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
      {isAsking ? (
        <ConfirmDialog
          title={label}
          confirm={t("polls.decideNow")}
          onConfirm={decide}
          onClose={() => setAsking(false)}
        >
          <ul className={styles.why}>
            <li>{t("polls.willInvite", { count: guests })}</li>
            {poll.roomId === null ? null : <li>{t("polls.willBook")}</li>}
            {poll.holdsOptions ? <li>{t("polls.willFree")}</li> : null}
          </ul>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
