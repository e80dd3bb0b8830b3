import type { WallEvent } from "@snart/calendar/jmap/wall.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";

/** What an event is called where anybody passes by. */
export function useEventTitle(): (event: WallEvent) => string {
  const t = useMessages();
  return ({ title }) => (title === null ? t("event.busy") : isolated(title) || t("event.untitled"));
}
