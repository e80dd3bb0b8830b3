import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "./votes.module.css";

interface SumsProps {
  readonly poll: PollRecord;
  readonly best: string | undefined;
}

/** How many can come at each time, and as a bar how many of all who are asked. */
export function Sums({ poll, best }: SumsProps) {
  const t = useMessages();
  const asked = poll.answered?.of ?? poll.voters.length;
  return (
    <tfoot>
      <tr>
        <th scope="row">{t("polls.canCome")}</th>
        {poll.options.map(({ id, counts }) => {
          const { yes, ifNeeded } = counts ?? { yes: 0, ifNeeded: 0 };
          return (
            <td key={id} data-best={id === best || undefined}>
              <b>{yes}</b>
              {ifNeeded > 0 ? <small> {t("polls.alsoIfNeeded", { count: ifNeeded })}</small> : null}
              <Bar parts={[yes, ifNeeded]} of={asked} />
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

interface BarProps {
  /** what is drawn full, and then what is striped */
  readonly parts: readonly number[];
  readonly of: number;
  /** of answers that have come, rather than of who can come */
  readonly look?: "answered";
}

/** Parts of a whole as lengths. Their numbers stand beside it. */
export function Bar({ parts, of, look }: BarProps) {
  const whole = Math.max(of, ...parts, 1);
  return (
    <span className={styles.bar} data-look={look} aria-hidden>
      {parts.map((part, at) => (
        <i key={at} style={{ width: `${(part / whole) * 100}%` }} />
      ))}
    </span>
  );
}
