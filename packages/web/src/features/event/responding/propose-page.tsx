import { useEffect, useRef, useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { Span } from "../../../store/items/span.ts";
import { usePlan } from "../availability/use-plan.ts";
import { draftOf } from "../draft/draft.ts";
import { FindTimePage } from "../finding/find-time-page.tsx";
import { useFinding } from "../finding/use-finding.ts";
import { everybodyBut } from "./everybody-but.ts";
import { ProposalFields } from "./proposal-fields.tsx";
import type { ProposeTimeProps } from "./propose-time-props.ts";
import { useSendProposal } from "./use-send-proposal.ts";

/** The page on which a guest finds the time that they propose, among the times of everybody who is invited. */
export function ProposePage({ responding: { occurrence, answering }, onClose }: ProposeTimeProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const [note, setNote] = useState("");
  const [isWrong, setWrong] = useState(false);
  const close = useOwnAddress(onClose);
  const { isSending, sendProposal } = useSendProposal(occurrence, close);
  const { event } = occurrence;
  const [draft] = useState(() => ({
    ...draftOf(occurrence, zone),
    guests: everybodyBut(event, answering.of === null ? answering.guest.id : null),
  }));
  const uid = event.uid ?? null;
  const { plan } = usePlan(draft, uid);
  if (!plan) return null;
  // Whoever answers for the owner of a calendar need not come.
  const rows = answering.of === null ? plan.rows : plan.rows.filter(({ key }) => key !== "");
  const isSame = ({ start, end }: Span): boolean => start === occurrence.start && end === occurrence.end;
  return (
    <FindTimePage
      plan={{ ...plan, rows }}
      draft={draft}
      uid={uid}
      proposing={{
        title: t("guests.proposeTitle"),
        choice: "guests.proposeWhen",
        // Times can be typed even if nothing is known of anybody.
        may: (span) => !isSame(span) && !isWrong && !isSending,
      }}
      fields={(proposal, choose) => (
        <ProposalFields
          proposal={proposal}
          lead={t("guests.proposeLead", { name: isolated(arrangerOf(occurrence.entry.event) ?? "") })}
          occurrence={occurrence}
          note={note}
          onNote={setNote}
          onWrong={setWrong}
          onSend={choose}
        />
      )}
      onChoose={({ start, end }) => sendProposal({ start, end, isAllDay: false }, note)}
      onClose={close}
    />
  );
}

/** The page has an address, so that the browser's Back leaves it. Returns what closes it. */
function useOwnAddress(onClose: () => void): () => void {
  const [isOpen, setOpen] = useFinding("#propose");
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current) onClose();
    else setOpen(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what closes the page is another function each time
  }, [isOpen]);
  return () => setOpen(false);
}
