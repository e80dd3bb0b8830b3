import type { Reason } from "@snart/calendar/booking/reason.ts";
import { reasonSentence } from "@snart/calendar/booking/sentence/reason-sentence.ts";
import { dateWords } from "@snart/calendar/booking/sentence/when-words.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/** To whom reasons are said. */
interface Said {
  readonly organizer: Principal;
  readonly inForce: RulesInForce;
  readonly now: Instant;
}

/** What a bookable says of an invitation, as sentences in the organizer's language. */
export interface InvitationWords {
  /** The reasons against a time that begins at `start`. */
  readonly reasons: (reasons: readonly Reason[], start: Instant) => string;
  /** That the dates of a series from `start` on are booked when they open. */
  readonly laterDates: (start: Instant) => string;
}

/** Makes the words of a bookable's answers. */
export async function reasonWords(
  tx: ReadTransaction,
  { organizer, inForce, now }: Said,
): Promise<InvitationWords> {
  const { rules, zone } = inForce.prepared;
  const language = organizer.preferences.language ?? "en-GB";
  const words = nodeMessages(language);
  const names = new Map<string, string>();
  for (const id of rules.mayBook ?? []) {
    const group = await tx.principals.byId(id as PrincipalId);
    if (group) names.set(id, group.displayName);
  }
  const context = { language, now, zone, mode: rules.mode, whom: "you" as const };
  return {
    reasons: (reasons, start) =>
      reasons
        .map((reason) => {
          const groupName = (id: string): string => names.get(id) ?? id;
          const { key, args } = reasonSentence(reason, { ...context, start, groupName });
          return words(key, args);
        })
        .join(" "),
    laterDates: (start) => words("booking.laterDates", { date: dateWords({ ...context, start }, start) }),
  };
}

/** That the calendar of a bookable takes no more events, in the organizer's language. */
export const fullWords = ({ preferences }: Pick<Principal, "preferences">): string =>
  nodeMessages(preferences.language ?? "en-GB")("booking.calendarFull");
