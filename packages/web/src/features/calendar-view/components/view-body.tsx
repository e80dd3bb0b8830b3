import type { Local } from "@snart/calendar/time/local.ts";
import { useMemo } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useLateFlag } from "../../../ui/use-late-flag.ts";
import type { EventDesk } from "../../event/screen.tsx";
import { contentsOf } from "../day-contents.ts";
import type { DayRange } from "../use-occurrences.ts";
import type { View } from "../view-address.ts";
import { GridSkeleton } from "./grid-skeleton.tsx";
import { TimeGrid } from "./time-grid.tsx";

export interface ViewBodyProps {
  readonly view: View;
  readonly days: readonly Local[];
  readonly range: DayRange;
  readonly account: Account;
  readonly desk: EventDesk;
  readonly isPhone: boolean;
  readonly onTurn: (direction: 1 | -1) => void;
  readonly onOpenDay: (day: Local) => void;
}

const HOUR_HEIGHT = 52;
const PHONE_HOUR_HEIGHT = 60;

/** The hours of a day or week with what takes place in them. */
export function ViewBody({ days, range, account, desk, isPhone, onTurn, onOpenDay }: ViewBodyProps) {
  const zone = useViewerZone();
  const firstDay = days[0];
  const contents = useMemo(
    () => contentsOf(range.occurrences, days, zone),
    [range.occurrences, firstDay, days.length, zone],
  );
  const isLate = useLateFlag(!range.isComplete && range.occurrences.length === 0, 150);
  return (
    <TimeGrid
      days={days}
      contents={contents}
      hourHeight={isPhone ? PHONE_HOUR_HEIGHT : HOUR_HEIGHT}
      address={account.email}
      saysHowSoon={account.preferences.showHowSoon !== false}
      selectedKey={desk.selectedKey}
      draft={desk.floating?.kind === "naming" ? desk.floating.span : null}
      isPhone={isPhone}
      onOpen={desk.open}
      onSelect={desk.name}
      onDrop={desk.move}
      onTurn={onTurn}
      onOpenDay={onOpenDay}
      placeholder={isLate ? <GridSkeleton columns={days.length} /> : null}
    />
  );
}
