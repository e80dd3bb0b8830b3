import { useEffect, useId, useState } from "react";
import { answerProposal, fetchGuestMail } from "../../../api/guest-mail-api.ts";
import type { GuestMail as Mail, Proposal } from "../../../api/guest-mail-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/how-soon.tsx";
import { addToast } from "../../../ui/toasts.ts";
import { problemText } from "../problem-text.ts";
import styles from "./guest-mail.module.css";

interface GuestMailProps {
  readonly accountId: string;
  readonly eventId: string;
  readonly isSeries: boolean;
}

/** For who arranges: whether each guest without an account was reached by mail, and the other times that guests propose. */
export function GuestMail({ accountId, eventId, isSeries }: GuestMailProps) {
  const t = useMessages();
  const heading = useId();
  const { mail, reload } = useGuestMail(accountId, eventId);
  if (!mail || mail.deliveries.length + mail.proposals.length === 0) return null;
  return (
    <section className={styles.mail} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {t("guests.mail")}
      </h3>
      {mail.proposals.map((proposal) => (
        <Proposed
          key={proposal.id}
          accountId={accountId}
          proposal={proposal}
          isWhole={isSeries && !proposal.isOfOne}
          onAnswered={reload}
        />
      ))}
      <ul className={styles.list}>
        {mail.deliveries.map(({ recipient, state, detail }) => (
          <li key={recipient} className={styles.guest}>
            <span>{isolated(recipient)}</span>
            <small data-state={state} title={state === "failed" || state === "bounced" ? detail : undefined}>
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
    // That it is not known how a mail fared is no reason to speak of it while an event is read.
    void fetchGuestMail(accountId, eventId).then((given) => {
      if (isHere && given.ok) setMail(given.value);
    });
    return () => void (isHere = false);
  }, [accountId, eventId, round]);
  return { mail, reload: () => setRound(round + 1) };
}

interface ProposedProps {
  readonly accountId: string;
  readonly proposal: Proposal;
  /** the whole of a series would move */
  readonly isWhole: boolean;
  readonly onAnswered: () => void;
}

function Proposed({ accountId, proposal, isWhole, onAnswered }: ProposedProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { day, timeRange } = useFormats(proposal.isAllDay ? "UTC" : zone.id);
  const { name, start, end, isAllDay, note } = proposal;
  const when = isAllDay ? day(start) : `${day(start)}, ${timeRange(start, end)}`;
  const answer = (isAccepted: boolean): void =>
    void answerProposal(accountId, proposal.id, isAccepted).then((done) => {
      if (!done.ok) addToast({ message: problemText(done.problem, t), sticky: true });
      onAnswered();
    });
  return (
    <div className={styles.proposal}>
      <p>
        {t(isWhole ? "guests.proposesSeries" : "guests.proposes", { name: isolated(name), when })}{" "}
        <HowSoon target={{ kind: "instant", at: start }} />
      </p>
      {note ? <p className={styles.note}>{note}</p> : null}
      <div className={styles.answers}>
        <Button look="primary" onClick={() => answer(true)}>
          {t("guests.proposalAccept")}
        </Button>
        <Button onClick={() => answer(false)}>{t("guests.proposalDecline")}</Button>
      </div>
    </div>
  );
}
