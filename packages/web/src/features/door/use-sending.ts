import type { DoorOutcome, DoorThing } from "@snart/calendar/jmap/door.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { actAtDoor, type DoorAct, type WhoAtDoor } from "../../api/items/door-api.ts";
import { newId } from "../../api/new-id.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import type { Outcome } from "./outcome.ts";

/** What is to be accepted first. */
interface ToAccept {
  readonly kind: "rules";
  readonly houseRules: NonNullable<DoorThing["houseRules"]>;
}

interface Asked {
  readonly token: string;
  readonly thing: DoorThing;
  readonly act: DoorAct;
  /** something was done, which the screen is to show */
  readonly onDone: () => Promise<void>;
}

/** After these somebody may try again. */
const RETRIED: readonly string[] = ["wrong-pin", "unknown-tag"];

/** Sends what a household wants, and keeps what came of it. */
export function useSending({ token, thing, act, onDone }: Asked) {
  const t = useMessages();
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | ToAccept>();
  const [who, setWho] = useState<WhoAtDoor>();
  const [key] = useState(newId);
  const send = async (by: WhoAtDoor, acceptedRules?: number): Promise<void> => {
    setSending(true);
    const booking = act.kind === "book" ? { key, ...(acceptedRules !== undefined && { acceptedRules }) } : {};
    const given = await actAtDoor(token, thing.id, by, { ...act, ...booking });
    setSending(false);
    if (!given.ok) {
      const { problem } = given;
      const mayRetry = problem.kind === "refused" && RETRIED.includes(problem.code);
      setOutcome({ kind: "problem", words: t(problemKey(wordedCode(problem))), mayRetry });
      return;
    }
    const { houseRules } = thing;
    if (houseRules && acceptedRules === undefined && isToAccept(given.value)) {
      setWho(by);
      setOutcome({ kind: "rules", houseRules });
      return;
    }
    setWho(undefined);
    setOutcome({ kind: given.value.kind, given: given.value });
    await onDone();
  };
  const accept = (): void => {
    if (who && outcome?.kind === "rules") void send(who, outcome.houseRules.version);
  };
  return { isSending, outcome, send, accept, forget: () => setOutcome(undefined) };
}

/** Nothing but the house rules stands in the way. */
const isToAccept = (given: DoorOutcome): boolean =>
  given.kind === "refused" && given.reasons.every(({ kind }) => kind === "rulesNotAccepted");
