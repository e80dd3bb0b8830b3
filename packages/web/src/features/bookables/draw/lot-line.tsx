import type { Zone } from "@snart/calendar/time/zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import type { SeenSlot } from "../model.ts";
import { lotOf, useLotWords } from "./lot.ts";

interface LotLineProps {
  readonly slot: SeenSlot;
  /** of the thing */
  readonly zone: Zone;
}

/** In a slot that is drawn by lot: until when wishes are taken, and how soon that is. */
export function LotLine({ slot, zone }: LotLineProps) {
  const lot = lotOf(slot.reasons);
  const wordsOf = useLotWords(zone);
  if (!lot) return null;
  const { words, at } = wordsOf(lot);
  return (
    <span>
      {words} {at === undefined ? null : <HowSoon target={{ kind: "instant", at }} size={13} />}
    </span>
  );
}
