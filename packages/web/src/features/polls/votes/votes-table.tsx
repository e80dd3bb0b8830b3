import type { PollOptionRecord, PollRecord, PollVoterRecord } from "@snart/calendar/jmap/poll.ts";
import type { PollAnswer } from "@snart/calendar/poll/poll.ts";
import { votePoll } from "../../../api/items/poll-api.ts";
import type { Asked } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Faces } from "../../../ui/faces/faces.tsx";
import { OwnCalendarRow } from "./own-calendar-row.tsx";
import { startOf } from "../standing.ts";
import { Sums } from "./sums.tsx";
import { useGrowing } from "./use-growing.ts";
import styles from "./votes.module.css";

interface VotesTableProps {
  readonly accountId: string;
  readonly poll: PollRecord;
  /** the option that is marked: the one chosen, or the best so far */
  readonly best: string | undefined;
  readonly isBusy: boolean;
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

const MARKS: Readonly<Record<PollAnswer, string>> = { yes: "✓", ifNeeded: "~", no: "–" };
const ANSWERS: readonly PollAnswer[] = ["yes", "ifNeeded", "no"];

/** People as rows and times as columns; one's own row has a switch at each time, and what one's own calendar says of it. */
export function VotesTable(props: VotesTableProps) {
  const { poll, best } = props;
  const t = useMessages();
  const own = poll.voters.find(({ isOwn }) => isOwn);
  const isOpen = poll.state === "open" && own !== undefined;
  const others = poll.voters.filter(({ isOwn }) => !(isOwn && isOpen));
  const [shown, behind] = useGrowing(others.length, poll.options.length);
  const left = others.length - shown;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also where nothing in it can be pressed
    <section className={styles.scroll} aria-label={t("polls.votes")} tabIndex={0}>
      <table className={styles.votes}>
        <thead>
          <tr>
            <th scope="col">{t("polls.who")}</th>
            {poll.options.map((option) => (
              <OptionHead key={option.id} poll={poll} option={option} isBest={option.id === best} />
            ))}
          </tr>
        </thead>
        <tbody>
          {isOpen && left > 0 ? <OwnRows {...props} own={own} /> : null}
          {others.slice(0, shown).map((voter, at) => (
            <VoterRow key={voter.id} {...props} voter={voter} number={at + 1} />
          ))}
          {left > 0 ? (
            <tr ref={behind}>
              <th scope="row" colSpan={poll.options.length + 1}>
                {t("polls.moreBelow", { count: left })}
              </th>
            </tr>
          ) : null}
          {isOpen && left === 0 ? <OwnRows {...props} own={own} /> : null}
        </tbody>
        {poll.options.some(({ counts }) => counts) ? <Sums poll={poll} best={best} /> : null}
      </table>
    </section>
  );
}

interface OptionHeadProps {
  readonly poll: PollRecord;
  readonly option: PollOptionRecord;
  readonly isBest: boolean;
}

function OptionHead({ poll, option, isBest }: OptionHeadProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { weekday, dayOfMonth, timeRange } = useFormats(poll.isAllDay ? "UTC" : zone.id);
  const start = startOf(option);
  return (
    <th scope="col" data-best={isBest || undefined}>
      {isBest ? (
        <span className={styles.badge}>{t(poll.chosenId === null ? "polls.best" : "polls.chosen")}</span>
      ) : null}
      <span className={styles.weekday}>{weekday(start)}</span> <b>{dayOfMonth(start)}</b>{" "}
      {poll.isAllDay ? null : <span>{timeRange(start, start + poll.minutes * 60_000)}</span>}
      <HowSoon target={{ kind: "instant", at: start }} />
    </th>
  );
}

interface VoterRowProps extends VotesTableProps {
  readonly voter: PollVoterRecord;
  readonly number: number;
}

function VoterRow({ poll, voter, number, best }: VoterRowProps) {
  const t = useMessages();
  const { id: voterId, principalId, name, answers, note, isOwn, isRequired } = voter;
  const called = name ?? t("polls.somebody", { number });
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>
          <Faces of={[{ id: principalId ?? voterId, name: called }]} after={number} />
          <span className={styles.who}>
            <span className={styles.called}>{isOwn ? t("polls.you") : isolated(called)}</span>
            {isRequired ? <small> {t("polls.needed")}</small> : null}
            {Object.keys(answers).length === 0 ? <small> {t("polls.notYet")}</small> : null}
            {note === "" ? null : <small> {isolated(note)}</small>}
          </span>
        </span>
      </th>
      {poll.options.map(({ id }) => {
        const answer = answers[id];
        return (
          <td
            key={id}
            data-answer={answer}
            data-silent={answer === undefined || undefined}
            data-best={id === best || undefined}
            aria-label={answer && t("polls.answer", { answer })}
          >
            {answer && MARKS[answer]}
          </td>
        );
      })}
    </tr>
  );
}

interface OwnRowsProps extends VotesTableProps {
  readonly own: PollVoterRecord;
}

function OwnRows({ accountId, poll, isBusy, change, own, best }: OwnRowsProps) {
  const t = useMessages();
  return (
    <>
      <tr className={styles.own}>
        <th scope="row">
          <span className={styles.person}>
            <Faces of={[{ id: accountId, name: own.name ?? t("polls.you") }]} />
            {t("polls.you")}
          </span>
        </th>
        {poll.options.map((option) => (
          <td key={option.id} data-best={option.id === best || undefined}>
            <Switch
              poll={poll}
              option={option}
              chosen={own.answers[option.id]}
              isBusy={isBusy}
              onChoose={(answer) => void change(() => votePoll(accountId, poll, option, answer, own.note))}
            />
          </td>
        ))}
      </tr>
      <OwnCalendarRow accountId={accountId} poll={poll} best={best} />
    </>
  );
}

interface SwitchProps {
  readonly poll: PollRecord;
  readonly option: PollOptionRecord;
  readonly chosen: PollAnswer | undefined;
  readonly isBusy: boolean;
  readonly onChoose: (answer: PollAnswer) => void;
}

function Switch({ poll, option, chosen, isBusy, onChoose }: SwitchProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { dayAndYear, time } = useFormats(poll.isAllDay ? "UTC" : zone.id);
  const start = startOf(option);
  const label = poll.isAllDay ? dayAndYear(start) : `${dayAndYear(start)}, ${time(start)}`;
  return (
    <span role="radiogroup" aria-label={label} className={styles.switch}>
      {ANSWERS.filter((each) => each !== "ifNeeded" || poll.allowsIfNeeded).map((answer) => (
        <label key={answer} data-answer={answer}>
          <input
            type="radio"
            name={option.id}
            checked={chosen === answer}
            disabled={isBusy}
            aria-label={t("polls.answer", { answer })}
            onChange={() => onChoose(answer)}
          />
          <span aria-hidden>{MARKS[answer]}</span>
        </label>
      ))}
    </span>
  );
}
