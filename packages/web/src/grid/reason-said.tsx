import type { Reason } from "@snart/calendar/booking/reason.ts";
import { reasonSentence } from "@snart/calendar/booking/sentence/reason-sentence.ts";
import { Sentence } from "../i18n/sentence.tsx";
import { DistanceText } from "../ui/distance/distance.tsx";

interface ReasonSaidProps {
  readonly reason: Reason;
  /** who asks for what and when, as the sentence needs it */
  readonly context: Parameters<typeof reasonSentence>[1];
}

/** Why something cannot be booked, as a whole sentence with its distance. */
export function ReasonSaid({ reason, context }: ReasonSaidProps) {
  const { key, args } = reasonSentence(reason, context);
  const { soon } = args;
  return (
    <Sentence of={key} args={{ ...args, ...(soon ? { soon: <DistanceText text={String(soon)} /> } : {}) }} />
  );
}
