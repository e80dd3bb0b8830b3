import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { chosenEvents } from "../../../grid/chosen-events.ts";
import { isBusyOnly } from "../../../store/items/event-facts.ts";
import { eventMenu } from "../../../grid/event-menu.ts";
import { findOccurrence } from "../../../store/tasks/find-occurrence.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { ChosenBar } from "./chosen-bar.tsx";
import { elementOfEvent, eventKeyOf, isOccupied } from "./event-under.ts";
import { EventMenu } from "./event-menu.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { HoverCard } from "./hover-card.tsx";
import { SoonTitle } from "./soon-title.tsx";
import { SidebarMenus } from "./sidebar-menus.tsx";
import { useAnswerKeys } from "./use-answer-keys.ts";
import { useChoosing } from "./use-choosing.ts";
import { useClipboard } from "./use-clipboard.ts";
import { useHovered } from "./use-hovered.ts";

/**
 * Adds the actions on events besides opening and dragging them: a card where the mouse rests, a menu, a choice of
 * several, copying. It listens on the page, so the views do not depend on it.
 */
export function EventTools({ page }: { readonly page: CalendarPageState }) {
  const zone = useViewerZone();
  const known = useCalendarSnapshot();
  const chosen = useSyncExternalStore(chosenEvents.subscribe, chosenEvents.get);
  const menu = useSyncExternalStore(eventMenu.subscribe, eventMenu.get);
  const find = (key: string): ShownOccurrence | undefined => findOccurrence(known, key, zone);
  const findAll = (keys: Iterable<string>): readonly ShownOccurrence[] =>
    [...keys].flatMap((key) => {
      const found = find(key);
      // Busy times of others have no actions.
      return found && !isBusyOnly(found.event) ? [found] : [];
    });
  const keysAt = (target: EventTarget | null): readonly string[] => {
    const key = eventKeyOf(target);
    return key === undefined || chosen.has(key) ? [...chosen] : [key];
  };
  const eventsAt = (target: EventTarget | null): readonly ShownOccurrence[] => findAll(keysAt(target));
  useChoosing();
  useAnswerKeys(page, eventsAt);
  const take = useClipboard(page, eventsAt);
  useMenuRequests((target, at) => eventMenu.set({ keys: keysAt(target), ...at }));
  useEffect(() => () => eventMenu.set(null), []);
  const about = menu ? findAll(menu.keys) : [];
  const hovered = useHovered();
  const shown = hovered && !menu ? find(hovered.key) : undefined;
  return (
    <>
      {hovered && shown ? (
        <HoverCard occurrence={shown} box={hovered.box} address={page.account.email} />
      ) : null}
      {menu && about.length > 0 ? (
        <EventMenu
          key={`${menu.x} ${menu.y}`}
          page={page}
          occurrences={about}
          at={menu}
          onTake={take}
          onClose={() => eventMenu.set(null)}
        />
      ) : null}
      <SoonTitle occurrences={page.soon.occurrences} address={page.account.email} />
      <SidebarMenus address={page.account.email} />
      <FilterChip />
      <ChosenBar
        occurrences={findAll(chosen)}
        onCopy={take}
        onDelete={(occurrence) => page.itemActions.remove(occurrence)}
      />
    </>
  );
}

/** Opens the menu of an event, with the secondary mouse button or with the menu keys while the event has the focus. */
function useMenuRequests(
  onRequest: (target: EventTarget | null, at: { readonly x: number; readonly y: number }) => void,
): void {
  const request = useEffectEvent(onRequest);
  useEffect(() => {
    const byPointer = (event: MouseEvent): void => {
      const element = elementOfEvent(event.target);
      // A resting finger picks an event up; a tap opens it, with its menu.
      if (!element || isOccupied() || matchMedia("(pointer: coarse)").matches) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const isPointed = event.clientX >= box.left && event.clientX <= box.right && event.button === 2;
      request(element, isPointed ? { x: event.clientX, y: event.clientY } : beneath(box));
    };
    const byKey = (event: KeyboardEvent): void => {
      const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
      const element = isMenuKey && !isOccupied() ? elementOfEvent(event.target) : null;
      if (!element) return;
      event.preventDefault();
      request(element, beneath(element.getBoundingClientRect()));
    };
    document.addEventListener("contextmenu", byPointer);
    document.addEventListener("keydown", byKey, true);
    return () => {
      document.removeEventListener("contextmenu", byPointer);
      document.removeEventListener("keydown", byKey, true);
    };
  }, []);
}

const beneath = (box: DOMRect): { readonly x: number; readonly y: number } => ({
  x: box.left + 12,
  y: Math.min(box.top + 20, box.bottom),
});
