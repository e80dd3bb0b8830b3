import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { Line } from "../rules/lines/line.ts";
import { RuleList } from "../rules/rule-list.tsx";
import styles from "./side.module.css";

const MOST = 12;

/** What somebody who books wants to know; the times are on the board, and the rest is a page of its own. */
const isTold = ({ group, path }: Line): boolean =>
  // That a limit counts one thing alone is what anybody would think.
  !path.endsWith("/over") &&
  (group === "ahead" || group === "number" || group === "cancel" || group === "noShow" || path === "/sees");

/** What a thing is, and its rules in words. */
export function GoodToKnow({
  bookable: { description, email, rules, labels },
}: {
  readonly bookable: BookableRecord;
}) {
  const t = useMessages();
  return (
    <section>
      <h3>{t("bookables.nights.good")}</h3>
      {description ? <p>{isolated(description)}</p> : null}
      {email === null ? null : <p>{t("bookables.side.invite", { email: isolated(email) })}</p>}
      {rules ? (
        <RuleList rules={rules} labels={labels} isTold={isTold} most={MOST} className={styles.rules} />
      ) : null}
    </section>
  );
}
