import { useEffect, useId, useState } from "react";
import { fetchGuestMail, type GuestMail as Mail } from "../../../api/items/guest-mail-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ProposedTime } from "./proposed-time.tsx";
import styles from "./guest-mail.module.css";

interface GuestMailProps {
  readonly accountId: string;
  readonly eventId: string;
}

/**
 * Shows the organizer whether mail reached each guest without an account, and the times that guests propose.
 */
export function GuestMail({ accountId, eventId }: GuestMailProps) {
  const t = useMessages();
  const heading = useId();
  const { mail, reload } = useGuestMail(accountId, eventId);
  if (!mail || mail.deliveries.length + mail.proposals.length === 0) return null;
  const { deliveries, proposals } = mail;
  return (
    <section className={styles.mail} aria-labelledby={heading}>
      {proposals.length === 0 ? null : (
        <h3 id={heading} className={styles.heading}>
          {t("guests.proposals")}
        </h3>
      )}
      {proposals.map((proposal) => (
        <ProposedTime key={proposal.id} accountId={accountId} proposal={proposal} onAnswered={reload} />
      ))}
      {deliveries.length === 0 ? null : (
        <h3 id={proposals.length === 0 ? heading : undefined} className={styles.heading}>
          {t("guests.mail")}
        </h3>
      )}
      <ul className={styles.list}>
        {deliveries.map(({ recipient, state, detail }) => (
          <li key={recipient} className={styles.guest}>
            <span>{isolated(recipient)}</span>
            <small
              data-state={state}
              title={state === "failed" || state === "bounced" ? (detail ?? "") : undefined}
            >
              {t("guests.mailState", { state })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useGuestMail(accountId: string, eventId: string) {
  const [mail, setMail] = useState<Mail | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isHere = true;
    // People who read an event need not see that the state of its mail is unknown.
    void fetchGuestMail(accountId, eventId).then((given) => {
      if (isHere && given.ok) setMail(given.value);
    });
    return () => void (isHere = false);
  }, [accountId, eventId, round]);
  return { mail, reload: () => setRound(round + 1) };
}
