import { MINUTE } from "@snart/calendar/time/instant.ts";
import { useEffect, useEffectEvent } from "react";
import { canOfferPasskeys, signInByPasskey, stopOfferingPasskeys } from "../../api/account/passkey-api.ts";
import { problemCode, type ApiProblem } from "../../api/problem.ts";
import { enterByHorizon } from "../signed-out/screen.tsx";

/** The server forgets after ten minutes what it has asked. */
const ASKED_AGAIN = 9 * MINUTE;

/**
 * Offers the passkeys of this device among the names that the browser fills in, and lets in whoever chooses one. It asks
 * anew before the server forgets, and when the window is used again: another window may have asked meanwhile, or a passkey was asked for
 * by a button and cancelled.
 * @param onRefused called when a passkey was chosen that opens nothing
 */
export function useOfferedPasskeys(onRefused: (problem: ApiProblem) => void): void {
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    let isOver = false;
    const offer = async (): Promise<void> => {
      if (!(await canOfferPasskeys()) || isOver) return;
      const answer = await signInByPasskey("conditional");
      if (isOver) return;
      if (answer.ok) return enterByHorizon(answer.value);
      // Nobody chose any, or nothing can be offered now, which is nobody's doing.
      if (problemCode(answer.problem) === "wrong-passkey") refuse(answer.problem);
    };
    const again = (): void => void offer();
    again();
    const timer = setInterval(again, ASKED_AGAIN);
    window.addEventListener("focus", again);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener("focus", again);
      stopOfferingPasskeys();
    };
  }, []);
}
