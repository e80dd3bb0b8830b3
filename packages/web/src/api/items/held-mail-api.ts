import type { HeldMailRecord } from "@snart/calendar/jmap/mail.ts";
import type { Result } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";

/** Returns the messages by mail that wait for this person's decision, because nobody proved who sent them. */
export const fetchHeldMail = (accountId: string): Asked<readonly HeldMailRecord[]> =>
  jmap.get("HeldMail", accountId);

/** Lets a message take effect as if its sender had been proved, or discards it. */
export const answerHeldMail = (
  accountId: string,
  heldMailId: string,
  isAccepted: boolean,
): Promise<Result<unknown, ApiProblem>> =>
  jmap.callOne("HeldMail/answer", { accountId, heldMailId, isAccepted });
