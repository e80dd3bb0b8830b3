import { Ellipsis, Pencil } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { eventMenu } from "../../../grid/event-menu.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { ItemActions } from "../actions/use-item-actions.ts";

interface EventActionsProps {
  readonly occurrence: ShownOccurrence;
  readonly itemActions: ItemActions;
}

/** Shows the actions on an event that the person may read: editing it, and the menu of all others. */
export function EventActions({ occurrence, itemActions }: EventActionsProps) {
  const t = useMessages();
  return (
    <>
      <IconButton
        label={t("event.edit")}
        onClick={() => itemActions.edit(occurrence)}
        disabled={!occurrence.calendar.mayWrite}
      >
        <Pencil size={16} strokeWidth={1.6} />
      </IconButton>
      <IconButton
        label={t("event.more")}
        onClick={({ currentTarget }) => {
          const { left: x, bottom: y } = currentTarget.getBoundingClientRect();
          itemActions.close();
          // The menu opens after this layer has closed and returned the focus.
          requestAnimationFrame(() => eventMenu.set({ keys: [occurrence.key], x, y }));
        }}
      >
        <Ellipsis size={16} strokeWidth={1.6} />
      </IconButton>
    </>
  );
}
