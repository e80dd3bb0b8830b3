import { useEffect, useSyncExternalStore } from "react";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { sidebarMenu } from "../../sidebar/model.ts";
import { CalendarMenu } from "./calendar-menu.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { useFeedTroubles } from "./use-feed-troubles.ts";

/** Shows the open menu of the sidebar, if any, and reports the errors of followed feeds. */
export function SidebarMenus({ address }: { readonly address: string }) {
  const menu = useSyncExternalStore(sidebarMenu.subscribe, sidebarMenu.get);
  const { calendars } = useCalendarSnapshot();
  useFeedTroubles();
  useEffect(() => () => sidebarMenu.set(null), []);
  if (!menu) return null;
  const close = (): void => sidebarMenu.set(null);
  const { about, anchor } = menu;
  if (about.kind === "filter") return <FilterMenu address={address} anchor={anchor} onClose={close} />;
  const calendar = calendars.find((it) => it.key === about.key);
  return calendar ? <CalendarMenu calendar={calendar} anchor={anchor} onClose={close} /> : null;
}
