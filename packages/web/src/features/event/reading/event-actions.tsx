import { Copy, Ellipsis, History, Pencil, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { useMessages } from "../../../i18n/messages.ts";
import { idOfKey } from "../../../store/items/entries.ts";
import { eventMenu } from "../../../grid/event-menu.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { usePhone } from "../../../ui/use-media.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";

interface EventActionsProps {
  readonly occurrence: ShownOccurrence;
  readonly itemActions: ItemActions;
  /** in a pane, also on a phone, all actions but the first are in the menu, because the title needs the room */
  readonly place: "popover" | "pane";
}

/** Shows the actions on an event that the person may read. */
export function EventActions({ occurrence, itemActions, place }: EventActionsProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const isPhone = usePhone();
  return (
    <>
      <IconButton
        label={t("event.edit")}
        onClick={() => itemActions.edit(occurrence)}
        disabled={!occurrence.calendar.mayWrite}
      >
        <Pencil size={16} strokeWidth={1.6} />
      </IconButton>
      {place === "pane" || isPhone ? null : (
        <>
          <IconButton label={t("event.copy")} onClick={() => itemActions.copy(occurrence)}>
            <Copy size={16} strokeWidth={1.6} />
          </IconButton>
          <IconButton
            label={t("history.open")}
            onClick={() => {
              itemActions.close();
              navigate(`/history/${idOfKey(occurrence.entry.key)}`);
            }}
          >
            <History size={16} strokeWidth={1.6} />
          </IconButton>
          <IconButton
            label={t("event.delete")}
            onClick={() => itemActions.remove(occurrence)}
            disabled={!occurrence.calendar.mayWrite}
          >
            <Trash2 size={16} strokeWidth={1.6} />
          </IconButton>
        </>
      )}
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
