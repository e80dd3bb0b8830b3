import { useRef, useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { eventFacts } from "../../../store/items/event-facts.ts";
import { findOccurrence } from "../../../store/tasks/find-occurrence.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Popover } from "../../../ui/overlays/popover.tsx";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { EventDetails, readTitle } from "./event-details.tsx";
import { useReadingKeys } from "./use-reading-keys.ts";
import styles from "./event-popover.module.css";

export interface EventPopoverProps {
  readonly occurrence: ShownOccurrence;
  readonly anchor: Element;
  readonly address: string;
  readonly itemActions: ItemActions;
}

/** Shows an event beside its block, with the changes that others make meanwhile. */
export function EventPopover({ occurrence: opened, anchor, address, itemActions }: EventPopoverProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const known = useCalendarSnapshot();
  // A deleted event stays readable in its last state.
  const occurrence = findOccurrence(known, opened.key, zone) ?? opened;
  const box = useRef<HTMLDivElement>(null);
  useReadingKeys(occurrence, address, itemActions, box);
  const [anchorRef] = useState(() => ({ current: anchor }));
  return (
    <Popover
      label={readTitle(eventFacts(occurrence.event, address), t)}
      anchor={anchorRef}
      isOpen
      onClose={itemActions.close}
      placement="right top"
      arrow
      // Who comes, by name and answer, needs more room than an event alone.
      width={occurrence.event.participants ? 400 : 352}
      className={styles.popover ?? ""}
    >
      <div ref={box}>
        <EventDetails occurrence={occurrence} address={address} itemActions={itemActions} place="popover" />
      </div>
    </Popover>
  );
}
