import type { HeldMailRecord } from "@snart/calendar/jmap/mail.ts";
import { useCallback, useId } from "react";
import { answerHeldMail, fetchHeldMail } from "../../api/items/held-mail-api.ts";
import type { StateChange } from "../../api/push.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useNoticeList } from "../../store/use-notice-list.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { problemText } from "../event/model.ts";
import styles from "./held-mail.module.css";

export interface HeldMail {
  readonly list: readonly HeldMailRecord[];
  readonly decide: (mail: HeldMailRecord, isAccepted: boolean) => void;
}

/**
 * The messages by mail that wait for this person's decision, kept up to date as more come. The server announces them as event
 * notifications.
 */
export function useHeldMail(accountId: string): HeldMail {
  const t = useMessages();
  const fetchAll = useCallback(() => fetchHeldMail(accountId), [accountId]);
  const isOfThem = useCallback(
    (changed: StateChange) => changed[accountId]?.["CalendarEventNotification"] !== undefined,
    [accountId],
  );
  const { list, remove } = useNoticeList(fetchAll, () => undefined, isOfThem);
  return {
    list,
    decide(mail, isAccepted) {
      const asked = answerHeldMail(accountId, mail.id, isAccepted);
      remove((one) => one.id === mail.id, asked);
      void asked.then((done) => {
        if (!done.ok) addToast({ message: problemText(done.problem, t), sticky: true });
      });
    },
  };
}

/** Asks about each message whether it is from whom it says. */
export function HeldMailList({ list, decide }: HeldMail) {
  const t = useMessages();
  const heading = useId();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.held}>
      <h3 id={heading} className={styles.heading}>
        {t("heldMail.title")}
      </h3>
      <p className={styles.why}>{t("heldMail.why")}</p>
      <ul className={styles.list}>
        {list.map((mail) => (
          <HeldMailRow key={mail.id} mail={mail} decide={decide} />
        ))}
      </ul>
    </section>
  );
}

const said = {
  REQUEST: "heldMail.request",
  ADD: "heldMail.request",
  CANCEL: "heldMail.cancel",
  COUNTER: "heldMail.counter",
  DECLINECOUNTER: "heldMail.declineCounter",
  REFRESH: "heldMail.refresh",
} as const;

function HeldMailRow({
  mail,
  decide,
}: {
  readonly mail: HeldMailRecord;
  readonly decide: HeldMail["decide"];
}) {
  const t = useMessages();
  const zone = useViewerZone();
  const { day, timeRange } = useFormats(mail.isAllDay ? "UTC" : zone.id);
  const { sender, method, utcStart, utcEnd, isAllDay, eventId } = mail;
  const title = mail.title || t("notifications.untitled");
  const name = isolated(mail.speaksFor?.replace(/^mailto:/i, "") ?? sender);
  const [start, end] = [Date.parse(utcStart ?? ""), Date.parse(utcEnd ?? "")];
  const words =
    method === "REPLY"
      ? t("heldMail.reply", { name, title, answer: mail.answer ?? "" })
      : method === "REQUEST" && eventId !== null
        ? t("heldMail.change", { name, title })
        : t(said[method as keyof typeof said] ?? "heldMail.request", { name, title });
  return (
    <li className={styles.row}>
      <p>{words}</p>
      {Number.isNaN(start) || Number.isNaN(end) ? null : (
        <p className={styles.when}>
          {isAllDay ? day(start) : `${day(start)}, ${timeRange(start, end)}`}{" "}
          <HowSoon target={{ kind: "instant", at: start }} />
        </p>
      )}
      <p className={styles.from}>{t("heldMail.from", { sender: isolated(sender) })}</p>
      <div className={styles.answers}>
        <Button look="primary" onClick={() => decide(mail, true)}>
          {t("heldMail.accept")}
        </Button>
        <Button onClick={() => decide(mail, false)}>{t("heldMail.discard")}</Button>
      </div>
    </li>
  );
}
