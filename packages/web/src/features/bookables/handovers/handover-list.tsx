import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { BookableRecord, BookingHandoverRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { acceptHandover, endHandover, type AcceptedHandover } from "../../../api/items/handover-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { machineZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { timeOf } from "../model.ts";
import { Consent } from "../house-rules/consent.tsx";
import { problemWords } from "../presence/use-saying.ts";
import { ReasonList } from "../reason-list.tsx";
import { zoneOf, type Bookings } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { HandoverFacts } from "./handover-facts.tsx";
import { useHandovers } from "./use-handovers.ts";
import list from "../act-list.module.css";
import styles from "./handovers.module.css";

interface HandoverListProps {
  readonly accountId: string;
  readonly bookings: Bookings;
  readonly known: NonNullable<Bookings["known"]>;
}

/** What one is asked to take over or to swap, and what one has asked; those that one is to answer first. */
export function HandoverList({ accountId, bookings, known }: HandoverListProps) {
  const t = useMessages();
  const { handovers, load } = useHandovers(accountId, known.at);
  const sorted = handovers.toSorted((a, b) => Number(a.isAsker) - Number(b.isAsker));
  if (sorted.length === 0) return null;
  const changed = async (): Promise<void> => {
    await load();
    await bookings.reload();
  };
  return (
    <section aria-label={t("bookables.handover.list")} className={list.list}>
      <h2>{t("bookables.handover.list")}</h2>
      <ul>
        {sorted.map((handover) => (
          <Handover
            key={handover.id}
            accountId={accountId}
            handover={handover}
            known={known}
            isOffline={bookings.isOffline}
            isHousehold={bookings.households.length > 0}
            onChanged={changed}
          />
        ))}
      </ul>
    </section>
  );
}

interface HandoverProps extends Pick<HandoverListProps, "accountId" | "known"> {
  readonly handover: BookingHandoverRecord;
  readonly isOffline: boolean;
  /** one books for a household, and not for oneself */
  readonly isHousehold: boolean;
  readonly onChanged: () => Promise<void>;
}

type Refused = AcceptedHandover & { readonly isAccepted: false };

function Handover({ handover, known, isHousehold, ...rest }: HandoverProps) {
  const t = useMessages();
  const { isAsker, booking } = handover;
  const thingOf = (id: string): BookableRecord | undefined => known.bookables.find((one) => one.id === id);
  const thing = thingOf(booking.bookableId);
  const words = useTimeWords(thing ? zoneOf(thing) : machineZone());
  const [refused, setRefused] = useState<Refused>();
  const [hasAccepted, setAccepted] = useState(false);
  const acts = useAnswers({ handover, ...rest, onRefused: setRefused });
  const houseRules = thing?.rules?.houseRules;
  const asksConsent = refused?.reasons.some(({ kind }) => kind === "rulesNotAccepted") === true;
  const name = isolated(booking.bookableName);
  const when = words.when(timeOf(booking));
  const no = t(isAsker ? "bookables.handover.takeBack" : "bookables.handover.no");
  const kind = handover.inReturn ? "swap" : "handover";
  return (
    <li data-asked={!isAsker || undefined}>
      <HandoverFacts handover={handover} thing={thing} />
      {refused ? (
        <WhyNot
          refused={refused}
          handover={handover}
          thingOf={thingOf}
          known={known}
          isHousehold={isHousehold}
        />
      ) : null}
      {asksConsent && houseRules ? (
        <Consent houseRules={houseRules} isGiven={hasAccepted} onChange={setAccepted} />
      ) : null}
      <span className={list.answers}>
        <Button
          disabled={acts.isSending}
          aria-label={t("bookables.wait.ofTime", { act: no, name, when })}
          onClick={() => acts.end(isAsker)}
        >
          {no}
        </Button>
        {isAsker ? null : (
          <Button
            look="primary"
            disabled={acts.isSending || (asksConsent && houseRules !== undefined && !hasAccepted)}
            onClick={() => acts.accept(hasAccepted && houseRules ? houseRules.version : null, name, when)}
          >
            {t("bookables.handover.accept", { kind, when })}
          </Button>
        )}
      </span>
    </li>
  );
}

interface WhyNotProps extends Pick<HandoverProps, "known" | "isHousehold"> {
  readonly refused: Refused;
  readonly handover: BookingHandoverRecord;
  readonly thingOf: (id: string) => BookableRecord | undefined;
}

/** All that stands in the way, of oneself and then of who has asked. */
function WhyNot({ refused, handover, thingOf, known: { groups }, isHousehold }: WhyNotProps) {
  const { booking, inReturn, fromName } = handover;
  const own = thingOf(booking.bookableId);
  const theirs = inReturn ? thingOf(inReturn.bookableId) : undefined;
  const reasons = (of: readonly Reason[], bookable: BookableRecord, start: number, name?: string) => (
    <ReasonList
      reasons={of}
      bookable={bookable}
      start={start}
      isHousehold={isHousehold}
      groups={groups}
      {...(name !== undefined && { name })}
    />
  );
  return (
    <div role="alert" className={styles.whyNot}>
      {own && refused.reasons.length > 0 ? reasons(refused.reasons, own, timeOf(booking).start) : null}
      {theirs && inReturn && refused.theirReasons.length > 0
        ? reasons(refused.theirReasons, theirs, timeOf(inReturn).start, isolated(fromName))
        : null}
    </div>
  );
}

interface AnswersProps extends Pick<HandoverProps, "accountId" | "handover" | "isOffline" | "onChanged"> {
  readonly onRefused: (refused: Refused) => void;
}

/** Saying yes or no, each with its message. Nothing waits for a network. */
function useAnswers({
  accountId,
  handover: { id, fromName },
  isOffline,
  onChanged,
  onRefused,
}: AnswersProps) {
  const t = useMessages();
  const [isSending, setSending] = useState(false);
  const send = (run: () => Promise<void>): void => {
    if (isOffline) return void addToast({ message: t("bookables.offlinePress") });
    setSending(true);
    void run().finally(() => setSending(false));
  };
  return {
    isSending,
    accept: (acceptedRules: number | null, name: string, when: string) =>
      send(async () => {
        const done = await acceptHandover(accountId, id, acceptedRules);
        if (!done.ok) addToast({ message: problemWords(done.problem, t), sticky: true });
        else if (!done.value.isAccepted) return onRefused(done.value);
        else {
          const isAsked = done.value.state === "requested";
          addToast({ message: t(isAsked ? "bookables.requested" : "bookables.booked", { name, when }) });
        }
        await onChanged();
      }),
    end: (isAsker: boolean) =>
      send(async () => {
        const done = await endHandover(accountId, id);
        const said = isAsker ? "bookables.handover.takenBack" : "bookables.handover.declined";
        if (done.ok) addToast({ message: t(said, { name: isolated(fromName) }) });
        else addToast({ message: problemWords(done.problem, t), sticky: true });
        await onChanged();
      }),
  };
}
