import type { RulesTrialRecord } from "@snart/calendar/jmap/booking.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { useEffect, useState } from "react";
import { tryRules, type TrialQuestions } from "../../../api/items/booking-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";

/** Keys that follow each other this quickly are one question. */
const PAUSE_MS = 150;
/** Others book meanwhile. */
const AGAIN_MS = 60_000;

export interface RuleTrial {
  /** undefined: nothing has been answered yet */
  readonly trial: RulesTrialRecord | undefined;
  /** the rules on screen are another matter than what is known */
  readonly isOld: boolean;
  readonly problem: ApiProblem | undefined;
  readonly again: () => void;
}

/** What rules would mean, asked of the server each time they change: with everything that is booked. Null: they are not valid. */
export function useRuleTrial(
  accountId: string,
  bookableId: string,
  rules: BookingRules | null,
  questions: TrialQuestions,
): RuleTrial {
  const [known, setKnown] = useState<{ readonly of: string; readonly trial: RulesTrialRecord }>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [round, setRound] = useState(0);
  const of = JSON.stringify({ rules, questions });
  useEffect(() => {
    const { rules: asked, questions: about } = JSON.parse(of) as {
      readonly rules: BookingRules | null;
      readonly questions: TrialQuestions;
    };
    if (!asked) return undefined;
    let isHere = true;
    const timer = setTimeout(() => {
      void tryRules(accountId, bookableId, asked, about).then((answer) => {
        if (!isHere) return;
        setProblem(answer.ok ? undefined : answer.problem);
        if (answer.ok) setKnown({ of, trial: answer.value });
      });
    }, PAUSE_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [accountId, bookableId, of, round]);
  useEffect(() => {
    const timer = setInterval(() => setRound((at) => at + 1), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return {
    trial: known?.trial,
    isOld: known?.of !== of,
    problem,
    again: () => setRound((at) => at + 1),
  };
}
