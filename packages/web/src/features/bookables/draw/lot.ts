import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { SeenSlot } from "../model.ts";
import { useTimeWords } from "../use-time-words.ts";

type Lot = Reason & { readonly kind: "byLot" };

/** The draw that stands in the way of a slot; undefined: none does. */
export const lotOf = (reasons: SeenSlot["reasons"]): Lot | undefined =>
  reasons.find((reason) => reason.kind === "byLot");

/** What of a draw comes next, in words and as a moment. */
export interface LotWords {
  /** "wishes until Sun 29 Nov 20:00"; "being drawn" */
  readonly words: string;
  /** ms UTC; undefined: nothing that is known */
  readonly at: number | undefined;
  readonly takesWishes: boolean;
}

/** Until or from when wishes are taken for a time that is drawn by lot. */
export function useLotWords(zone: Zone): (lot: Lot) => LotWords {
  const t = useMessages();
  const now = useNow();
  const { moment } = useTimeWords(zone);
  return ({ opens, closes, isDue }) => {
    const stage = isDue === true || now >= closes ? "due" : now < opens ? "ahead" : "open";
    const at = stage === "due" ? undefined : stage === "ahead" ? opens : closes;
    const words = t("bookables.draw.wishes", { stage, when: at === undefined ? "" : moment(at) });
    return { words, at, takesWishes: stage === "open" };
  };
}
