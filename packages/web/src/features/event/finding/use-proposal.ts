import type { GroupedTimes, Suggestion } from "@snart/calendar/free-busy/find-times.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { addDays, startOfDay } from "@snart/calendar/time/local.ts";
import { useMemo, useState } from "react";
import { useNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Span } from "../../../store/items/span.ts";
import { groupedTimes, isOutsideHours } from "../availability/free-rows.ts";
import type { Plan } from "../availability/use-plan.ts";

const SHOWN = { within: 4, giveWay: 3, outside: 6 } as const;
const GROUPS = ["within", "giveWay", "outside"] as const;
const NOTHING: GroupedTimes = { within: [], giveWay: [], outside: [] };
/** The best of each group, in order of time. */
function shownOf(found: GroupedTimes): GroupedTimes {
  const ofGroup = (group: keyof GroupedTimes): readonly Suggestion[] =>
    found[group].slice(0, SHOWN[group]).toSorted((a, b) => a.from - b.from);
  return { within: ofGroup("within"), giveWay: ofGroup("giveWay"), outside: ofGroup("outside") };
}

/** Returns the times of a length that are suggested for a plan, and the one that is proposed, which can be moved. */
export function useProposal(
  { rows, span, state }: Plan,
  length: number,
  changeLength: (length: number) => void,
) {
  const zone = useViewerZone();
  const now = useNow();
  const [days, setDays] = useState(14);
  const [moved, setMoved] = useState<Span | null>(null);
  const [isOpen, setOpen] = useState(() => isOutsideHours(rows, span));
  const isKnown = state !== null;
  const grouped = useMemo(() => {
    if (!isKnown) return NOTHING;
    const sought = { ...span, end: span.start + length };
    const found = groupedTimes(rows, sought, zone, { now, most: SHOWN.outside, days });
    return shownOf(found);
  }, [isKnown, rows, span, length, zone, now, days]);
  const isUnfolded = isOpen || grouped.within.length + grouped.giveWay.length === 0;
  const found = GROUPS.flatMap((group) => (group === "outside" && !isUnfolded ? [] : grouped[group]));
  const [first] = found;
  const proposal: Span =
    moved ?? (first ? spanOf(first) : { start: span.start, end: span.start + length, allDay: false });
  const at = found.findIndex(({ from, to }) => from === proposal.start && to === proposal.end);
  const set = (start: number, end: number): void => {
    if (end <= start) return;
    setMoved({ start, end, allDay: false });
    if (end - start !== length) changeLength(end - start);
  };
  return {
    days,
    length,
    grouped,
    isUnfolded,
    unfold: () => setOpen(true),
    proposal,
    /** the suggestion that is proposed; undefined where the time has been moved */
    chosen: found[at],
    hasFound: first !== undefined,
    set,
    setDays: (count: number) => {
      setDays(count);
      setMoved(null);
    },
    setLength: (next: number) => {
      changeLength(next);
      setMoved(null);
    },
    /** proposes the suggestion after the present one, or before it */
    step: (by: 1 | -1) => {
      const next = found[Math.min(Math.max(at + by, 0), found.length - 1)];
      if (next) setMoved(spanOf(next));
    },
    /** moves the proposal by some days: its time of day stays, even if the clocks change meanwhile */
    moveDays: (by: number) => {
      const local = zone.toLocal(proposal.start);
      const start = zone.toInstant(addDays(local, by));
      if (startOfDay(local) !== startOfDay(zone.toLocal(start)))
        set(start, start + proposal.end - proposal.start);
    },
    isWholeDays: length >= DAY,
  };
}

export type Proposal = ReturnType<typeof useProposal>;

const spanOf = ({ from, to }: Suggestion): Span => ({ start: from, end: to, allDay: false });
