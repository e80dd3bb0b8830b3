import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { eventFacts } from "../../../store/event-facts.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import { Popover } from "../../../ui/popover.tsx";
import type { EventDesk } from "../use-event-desk.ts";
import { EventDetails, readTitle } from "./event-details.tsx";
import styles from "./event-popover.module.css";

export interface EventPopoverProps {
  readonly occurrence: ShownOccurrence;
  readonly anchor: Element;
  readonly address: string;
  readonly desk: EventDesk;
}

/** Reading an event beside where it stands. */
export function EventPopover({ occurrence, anchor, address, desk }: EventPopoverProps) {
  const t = useMessages();
  const [anchorRef] = useState(() => ({ current: anchor }));
  return (
    <Popover
      label={readTitle(eventFacts(occurrence.event, address), t)}
      anchor={anchorRef}
      isOpen
      onClose={desk.close}
      placement="right top"
      arrow
      className={styles.popover ?? ""}
    >
      <EventDetails occurrence={occurrence} address={address} desk={desk} place="popover" />
    </Popover>
  );
}
