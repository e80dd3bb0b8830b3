import type { Instant } from "@snart/calendar/time/instant.ts";
import { startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useMemo } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { eventFacts } from "../../store/items/event-facts.ts";
import { Horizon, wholeDay, type HorizonBar } from "../../grid/horizon/horizon.tsx";
import { titleOf } from "../../grid/event-words.ts";
import type { SoonItem } from "./soon-items.ts";

interface SoonHorizonProps {
  readonly items: readonly SoonItem[];
  readonly address: string;
  /** goes to the row of an event */
  readonly onPick: (key: string) => void;
}

interface BarContext {
  readonly address: string;
  readonly now: Instant;
  readonly zone: Zone;
  readonly t: Messages;
}

function barOf(item: SoonItem, { address, now, zone, t }: BarContext): readonly HorizonBar[] {
  const { key } = item;
  if (item.kind === "named")
    return [{ key, at: wholeDay(item.day, now, zone), distance: item.distance, name: () => item.name }];
  if (item.kind !== "event") return [];
  const { start, colour, event, allDay } = item.occurrence;
  return [
    {
      key,
      at: allDay ? wholeDay(startOfDay(zone.toLocal(start)), now, zone) : start,
      colour,
      name: () => titleOf(eventFacts(event, address), t),
      get distance() {
        return item.distance;
      },
    },
  ];
}

/** The list as bars that close in on a vanishing point. */
export function SoonHorizon({ items, address, onPick }: SoonHorizonProps) {
  const t = useMessages();
  const now = useNow();
  const zone = useViewerZone();
  const bars = useMemo(
    () => items.flatMap((it) => barOf(it, { address, now, zone, t })),
    [items, address, now, zone, t],
  );
  return <Horizon bars={bars} onPick={onPick} />;
}
