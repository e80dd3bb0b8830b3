import type { BookingRecord } from "@snart/calendar/jmap/booking.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import { useState } from "react";
import { askHandover, type WishedHandover } from "../../../api/items/handover-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { BookingSheetProps } from "../asked-time.ts";
import { mustAccept, timeOf } from "../model.ts";
import { Consent } from "../house-rules/consent.tsx";
import { problemWords } from "../presence/use-saying.ts";
import { ReasonList } from "../reason-list.tsx";
import { TimeFacts } from "../time-facts.tsx";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import type { Chosen } from "./chosen.ts";
import type { HandoverKind } from "./handover-part.tsx";
import { ReceiverChoice } from "./receiver-choice.tsx";
import { TimeChoice } from "./time-choice.tsx";
import { SheetFrame } from "../sheet/sheet-frame.tsx";
import sheet from "../booking-sheet.module.css";

interface AskSheetProps extends Pick<
  BookingSheetProps,
  "accountId" | "asked" | "groups" | "bookables" | "onChanged" | "isDocked"
> {
  readonly booking: BookingRecord;
  readonly kind: HandoverKind;
  readonly onClose: () => void;
}

/** Asks somebody to take an own booking over, or to swap. Until they accept nothing changes. */
export function AskSheet({
  asked,
  booking,
  kind,
  groups,
  bookables,
  accountId,
  isDocked,
  ...rest
}: AskSheetProps) {
  const t = useMessages();
  const { bookable } = asked;
  const words = useTimeWords(zoneOf(bookable));
  const [chosen, setChosen] = useState<Chosen>();
  const [hasAccepted, setAccepted] = useState(false);
  const wanted = chosen && "bookable" in chosen ? chosen : undefined;
  const houseRules = wanted?.bookable.rules?.houseRules;
  const isAsked = wanted !== undefined && mustAccept(wanted.bookable, booking.partyId ?? accountId);
  const consent = houseRules && isAsked && hasAccepted ? { acceptedRules: houseRules.version } : {};
  const { send, isSending, reasons } = useAsking({ accountId, booking, ...rest });
  const time = timeOf(booking);
  return (
    <SheetFrame
      isDocked={isDocked}
      title={t("bookables.handover.title", { kind, when: words.when(time) })}
      onClose={rest.onClose}
      footer={
        <Button
          look="primary"
          size={40}
          className={sheet.confirm}
          disabled={isSending || !chosen || (isAsked && !hasAccepted)}
          onClick={() => chosen && send(chosen, consent)}
        >
          {t("bookables.handover.ask")}
        </Button>
      }
    >
      <TimeFacts {...asked} {...time} />
      {kind === "handover" ? (
        <ReceiverChoice accountId={accountId} bookingId={booking.id} onChoose={setChosen} />
      ) : (
        <TimeChoice accountId={accountId} bookables={bookables} first={bookable} onChoose={setChosen} />
      )}
      {houseRules && isAsked ? (
        <Consent houseRules={houseRules} isGiven={hasAccepted} onChange={setAccepted} />
      ) : null}
      {reasons && wanted ? (
        <div role="alert">
          <ReasonList
            reasons={reasons}
            bookable={wanted.bookable}
            start={timeOf(wanted).start}
            isHousehold={booking.partyId !== accountId}
            groups={groups}
          />
        </div>
      ) : (
        <p className={sheet.line}>{t("bookables.handover.terms")}</p>
      )}
    </SheetFrame>
  );
}

/** Sends the question, and says what became of it. */
function useAsking({
  accountId,
  booking,
  onChanged,
  onClose,
}: Pick<AskSheetProps, "accountId" | "booking" | "onChanged" | "onClose">) {
  const t = useMessages();
  const [isSending, setSending] = useState(false);
  const [reasons, setReasons] = useState<readonly Reason[]>();
  const ask = async (wished: WishedHandover): Promise<void> => {
    const done = await askHandover(accountId, wished);
    await onChanged();
    if (done.ok) {
      addToast({ message: t("bookables.handover.sent") });
      return onClose();
    }
    const { problem } = done;
    if (problem.kind === "refused" && problem.code === "bookingRefused")
      setReasons(problem.fields["reasons"] as readonly Reason[]);
    else addToast({ message: problemWords(problem, t), sticky: true });
  };
  const send = (chosen: Chosen, consent: { readonly acceptedRules?: number }): void => {
    setSending(true);
    setReasons(undefined);
    const what =
      "toId" in chosen
        ? chosen
        : { inReturn: { bookableId: chosen.bookable.id, start: chosen.start, end: chosen.end } };
    void ask({ bookingId: booking.id, ...what, ...consent }).finally(() => setSending(false));
  };
  return { send, isSending, reasons };
}
