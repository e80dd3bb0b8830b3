import type { KeyboardEvent } from "react";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";
import { EventDetails } from "./event-details.tsx";
import styles from "./event-pane.module.css";

export interface EventPaneProps {
  readonly label: string;
  readonly occurrence: ShownOccurrence;
  readonly address: string;
  readonly itemActions: ItemActions;
  /** is called when Escape was pressed in the pane */
  readonly onLeave: () => void;
}

/** Shows an event beside the list in which it was chosen. */
export function EventPane({ label, occurrence, address, itemActions, onLeave }: EventPaneProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onLeave();
  };
  return (
    // The pane handles the keys pressed in its contents.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles.pane} aria-label={label} onKeyDown={onKeyDown}>
      <EventDetails occurrence={occurrence} address={address} itemActions={itemActions} place="pane" />
    </section>
  );
}
