import type { ProposalRecord } from "@snart/calendar/jmap/mail.ts";
import { useRef } from "react";
import { answerProposal, proposerOf } from "../../../api/items/guest-mail-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useDialogKeepsFocus } from "../../../ui/overlays/use-dialog-keeps-focus.ts";
import { problemText } from "../actions/problem-text.ts";
import styles from "./proposed-time.module.css";

interface ProposedTimeProps {
  readonly accountId: string;
  readonly proposal: ProposalRecord;
  readonly onAnswered: () => void;
}

/** Shows a guest's proposal, which the organizer can accept or decline. */
export function ProposedTime({ accountId, proposal, onAnswered }: ProposedTimeProps) {
  const t = useMessages();
  const box = useRef<HTMLDivElement>(null);
  useDialogKeepsFocus(box);
  const zone = useViewerZone();
  const { day, timeRange } = useFormats(proposal.isAllDay ? "UTC" : zone.id);
  const { utcStart, utcEnd, isAllDay, movesSeries, note } = proposal;
  const [start, end, name] = [Date.parse(utcStart), Date.parse(utcEnd), proposerOf(proposal)];
  const when = isAllDay ? day(start) : `${day(start)}, ${timeRange(start, end)}`;
  const answer = (isAccepted: boolean): void =>
    void answerProposal(accountId, proposal.id, isAccepted).then((done) => {
      if (!done.ok) addToast({ message: problemText(done.problem, t), sticky: true });
      onAnswered();
    });
  return (
    <div ref={box} className={styles.proposal}>
      <p>
        {t(movesSeries ? "guests.proposesSeries" : "guests.proposes", { name: isolated(name), when })}{" "}
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
