import type { MessageKey } from "@snart/locales/keys.ts";
import type {
  ReceivedMailRecord,
  SentMailRecord,
  ServerMail,
  WaitingMailRecord,
} from "@snart/calendar/jmap/mail.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import styles from "./mail-rows.module.css";

const PURPOSES: Readonly<Record<string, MessageKey>> = {
  invitation: "admin.mail.purpose.invitation",
  reminder: "admin.mail.purpose.reminder",
  agenda: "admin.mail.purpose.agenda",
  week: "admin.mail.purpose.week",
  account: "admin.mail.purpose.account",
  "sign-up": "admin.mail.purpose.signUp",
};

/** The purpose of a mail; a purpose that this version does not know is a notice. */
const purposeKey = (purpose: string): MessageKey => PURPOSES[purpose] ?? "admin.mail.purpose.other";

/** A mail on its way, with the last answer and the time of the next attempt. */
export function WaitingMail(props: {
  readonly mail: WaitingMailRecord;
  readonly onRetry: () => void;
  readonly onGiveUp: () => void;
}) {
  const t = useMessages();
  const { recipient, purpose, lastError, detail, attempts, nextAt } = props.mail;
  const said = lastError || detail;
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{recipient}</span>
        <span className={styles.said}>
          {t(purposeKey(purpose))}
          {" · "}
          {t("admin.mail.attempts", { attempts })}
        </span>
        {said ? <span className={styles.said}>{t("admin.mail.said", { said })}</span> : null}
      </span>
      <span className={styles.when}>
        <HowSoon target={{ kind: "instant", at: Date.parse(nextAt) }} warm={false} />
      </span>
      <span className={styles.buttons}>
        {attempts === 0 ? null : (
          <Button aria-label={t("admin.mail.retryOf", { recipient })} onClick={props.onRetry}>
            {t("admin.mail.retry")}
          </Button>
        )}
        <Button aria-label={t("admin.mail.giveUpOf", { recipient })} onClick={props.onGiveUp}>
          {t("admin.mail.giveUp")}
        </Button>
      </span>
    </li>
  );
}

/** A mail that could not be sent, or came back. */
export function FailedMail({
  mail: { recipient, purpose, detail: said, state, updatedAt },
}: {
  readonly mail: SentMailRecord;
}) {
  const t = useMessages();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{recipient}</span>
        <span className={styles.said}>
          {t(purposeKey(purpose))}
          {" · "}
          {t(state === "bounced" ? "admin.mail.bounced" : "admin.mail.notSent")}
        </span>
        {said ? <span className={styles.said}>{t("admin.mail.said", { said })}</span> : null}
      </span>
      <span className={styles.when}>
        <HowLongAgo at={Date.parse(updatedAt)} />
      </span>
    </li>
  );
}

/** Somebody, and how many mails to others they have caused. */
export function CauseRow({
  cause: { login, name, count },
}: {
  readonly cause: ServerMail["causes"][number];
}) {
  const t = useMessages();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.said}>{login}</span>
      </span>
      <span className={styles.when}>{t("admin.mail.causesCount", { count })}</span>
    </li>
  );
}

const OUTCOMES: Readonly<Record<string, MessageKey>> = {
  taken: "admin.mail.in.taken",
  shown: "admin.mail.in.shown",
  held: "admin.mail.in.held",
  unchanged: "admin.mail.in.unchanged",
  "delivery-report": "admin.mail.in.report",
};

/** A message that came in, and its result. */
export function ReceivedRow({
  mail: { at, sender, subject, outcome },
}: {
  readonly mail: ReceivedMailRecord;
}) {
  const t = useMessages();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{sender}</span>
        <span className={styles.said}>
          {[t(OUTCOMES[outcome] ?? "admin.mail.in.other"), subject].filter((it) => it !== "").join(" · ")}
        </span>
      </span>
      <span className={styles.when}>
        <HowLongAgo at={Date.parse(at)} />
      </span>
    </li>
  );
}
