import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import type { Standing } from "./standing.ts";
import styles from "./polls.module.css";

interface ReasonsProps extends Standing {
  readonly poll: PollRecord;
  readonly when: (start: number) => string;
}

/** Which time is the best so far, why, and which is the next best. */
export function Reasons({ poll, best, next, when }: ReasonsProps) {
  const t = useMessages();
  const until = poll.options.find(({ id }) => id === best.id)?.roomHeldUntil ?? null;
  const { yes, ifNeeded, silent, cannot, neededYes, neededNo } = best;
  const listed = (names: readonly string[]): string => names.map(isolated).join(", ");
  return (
    <div className={styles.reasons}>
      <h2 className={styles.head}>
        {t("polls.bestIs", { when: when(best.start) })}{" "}
        <HowSoon target={{ kind: "instant", at: best.start }} />
      </h2>
      <ul className={styles.why}>
        <Reason look="good">{t("polls.why", { yes, ifNeeded, no: cannot.length })}</Reason>
        {silent > 0 ? <Reason look="plain">{t("polls.whySilent", { count: silent })}</Reason> : null}
        {neededYes.length > 0 ? (
          <Reason look="good">
            {t("polls.neededYes", { names: listed(neededYes), count: neededYes.length })}
          </Reason>
        ) : null}
        {neededNo.length > 0 ? (
          <Reason look="bad">
            {t("polls.neededNo", { names: listed(neededNo), count: neededNo.length })}
          </Reason>
        ) : null}
        {cannot.length > 0 ? (
          <Reason look="plain">{t("polls.cannot", { names: listed(cannot) })}</Reason>
        ) : null}
        {until === null ? null : (
          <Reason look="good">
            <RoomKept until={Date.parse(until)} />
          </Reason>
        )}
      </ul>
      {next ? (
        <p className={styles.next}>
          {t("polls.next", {
            when: when(next.start),
            yes: next.yes,
            ifNeeded: next.ifNeeded,
            no: next.cannot.length,
          })}
        </p>
      ) : null}
    </div>
  );
}

interface ReasonProps {
  readonly look: "good" | "bad" | "plain";
  readonly children: ReactNode;
}

/** A sentence that speaks for a time, or against it. */
function Reason({ look, children }: ReasonProps) {
  const Sign = look === "good" ? Check : Minus;
  return (
    <li data-look={look}>
      <Sign size={16} strokeWidth={2} aria-hidden />
      <span>{children}</span>
    </li>
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
