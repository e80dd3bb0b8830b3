import { Filter } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { bareAddress } from "../../../store/items/former-addresses.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { shownFilter, type ShownFilter } from "../../../grid/shown-filter.ts";
import { MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";

/** The most items: a menu with more would be longer than the screen. */
const MOST = 4;

/** Shows menu items that filter by an event's categories and participants. */
export function FilterItems({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  const t = useMessages();
  const { keywords, participants } = occurrence.entry.event;
  const categories: ShownFilter[] = Object.keys(keywords ?? {}).map((name) => ({ kind: "category", name }));
  const people: ShownFilter[] = Object.values(participants ?? {}).flatMap((it) => {
    const address = bareAddress(it.calendarAddress ?? it.email ?? "");
    return address === "" ? [] : [{ kind: "person", name: it.name || address, address }];
  });
  const filters = [...categories.slice(0, MOST), ...people.slice(0, MOST)];
  if (filters.length === 0) return null;
  return (
    <>
      <MenuLine />
      {filters.map((filter) => (
        <MenuItem
          key={`${filter.kind} ${filter.name}`}
          icon={<Filter size={16} strokeWidth={1.6} />}
          onAction={() => shownFilter.set(filter)}
        >
          {t("tools.showOnly", { name: isolated(filter.name) })}
        </MenuItem>
      ))}
    </>
  );
}
