import { Filter, Tag, User, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { shownFilter } from "../../../grid/shown-filter.ts";
import { MenuAt, MenuItem, MenuLine, MenuSelection } from "../../../ui/overlays/menu.tsx";
import { filterId, knownFilters } from "../../../grid/finding/known-filters.ts";

interface FilterMenuProps {
  /** the viewer's own */
  readonly address: string;
  readonly anchor: Element;
  readonly onClose: () => void;
}

const icon = { size: 16, strokeWidth: 1.6 } as const;

/** Shows the categories and people by which events can be filtered. */
export function FilterMenu({ address, anchor, onClose }: FilterMenuProps) {
  const t = useMessages();
  const { events } = useCalendarSnapshot();
  const shown = useSyncExternalStore(shownFilter.subscribe, shownFilter.get);
  const filters = knownFilters(events.values(), address);
  return (
    <MenuAt label={t("sidebar.showOnly")} anchor={{ current: anchor }} onClose={onClose}>
      {shown ? (
        <>
          <MenuItem icon={<X {...icon} />} onAction={() => shownFilter.set(null)}>
            {t("tools.showAll")}
          </MenuItem>
          <MenuLine />
        </>
      ) : null}
      {filters.length > 0 ? (
        <MenuSelection
          label={t("sidebar.showOnly")}
          value={shown ? filterId(shown) : ""}
          onChange={(id) => shownFilter.set(filters.find((it) => filterId(it) === id) ?? null)}
        >
          {filters.map((filter) => (
            <MenuItem
              key={filterId(filter)}
              id={filterId(filter)}
              icon={filter.kind === "person" ? <User {...icon} /> : <Tag {...icon} />}
            >
              {isolated(filter.name)}
            </MenuItem>
          ))}
        </MenuSelection>
      ) : null}
      {filters.length === 0 ? (
        <MenuItem icon={<Filter {...icon} />}>{t("sidebar.nothingToFilter")}</MenuItem>
      ) : null}
    </MenuAt>
  );
}
