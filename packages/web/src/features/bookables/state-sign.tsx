import { Ban, Bell, Check, CircleHelp, Clock, Dices, Hourglass, Lock, Minus } from "lucide-react";
import type { ShownState } from "./model.ts";

const SIGNS = {
  yours: Check,
  requested: Hourglass,
  offered: Bell,
  taken: Minus,
  inUse: Minus,
  held: Hourglass,
  closed: Lock,
  byLot: Dices,
  notYet: Clock,
  refused: Ban,
  unknown: CircleHelp,
} as const;

interface StateSignProps {
  readonly state: ShownState;
  readonly size?: number;
}

/** The sign of a slot's state, so that no colour says anything alone. Free and past ones have none. */
export function StateSign({ state, size = 14 }: StateSignProps) {
  if (state === "free" || state === "past") return null;
  const Sign = SIGNS[state];
  return <Sign size={size} strokeWidth={2} aria-hidden />;
}
