import type { Zone } from "@snart/calendar/time/zone.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useHowSoon } from "../../../i18n/use-how-soon.ts";
import { lotOf, useLotWords } from "../draw/lot.ts";
import { shownState, type Cell } from "../model.ts";
import { useTimeWords } from "../use-time-words.ts";

/** What is said of a slot: its state, with whose it is as far as may be told; one's place in line; all of it as its name. */
export function useSlotWords({ slot, start, end }: Cell, zone: Zone) {
  const t = useMessages();
  const state = shownState(slot);
  const words = useTimeWords(zone);
  const { day } = useFormats(zone.id);
  const distance = useHowSoon({ kind: "instant", at: start });
  const plain = t("bookables.state", { state });
  const lot = state === "byLot" ? lotOf(slot.reasons) : undefined;
  const wordsOf = useLotWords(zone);
  const said =
    slot.who === null || state === "yours"
      ? plain
      : t("bookables.stateOf", { state: plain, who: isolated(slot.who) });
  const inLine =
    slot.wait?.state === "waiting" ? t("bookables.wait.placeHere", { place: slot.wait.place }) : undefined;
  const label = t("bookables.slot", {
    day: day(start),
    from: words.hour(start),
    to: words.hour(end, true),
    state: [said, inLine ?? [], lot ? wordsOf(lot).words : []].flat().join(", "),
    distance,
  });
  return { state, said, inLine, lot, label, words };
}
