import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Bar } from "./votes/sums.tsx";
import styles from "./polls.module.css";

/** How many have answered of how many, and when an open poll closes. */
export function PollFacts({ poll }: { readonly poll: PollRecord }) {
  const t = useMessages();
  const { day, time } = useFormats(useViewerZone().id);
  const { answered } = poll;
  const closesAt = poll.state === "open" && poll.closesAt !== null ? Date.parse(poll.closesAt) : undefined;
  if (!answered && closesAt === undefined) return null;
  return (
    <div className={styles.facts}>
      {answered ? (
        <p>
          <b>{t("polls.answered", answered)}</b>
          <Bar parts={[answered.some]} of={answered.of} look="answered" />
        </p>
      ) : null}
      {closesAt === undefined ? null : (
        <p>
          {t("polls.closesWhen", { when: `${day(closesAt)}, ${time(closesAt)}` })}{" "}
          <HowSoon target={{ kind: "instant", at: closesAt }} />
        </p>
      )}
    </div>
  );
}
