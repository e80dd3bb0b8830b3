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

const kinds = [
  { kind: "category", icon: Tag, title: "event.categories" },
  { kind: "person", icon: User, title: "palette.people" },
] as const;

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
      {kinds.map(({ kind, icon: Icon, title }) => {
        const ofKind = filters.filter((it) => it.kind === kind);
        return ofKind.length === 0 ? null : (
          <MenuSelection
            key={kind}
            label={t(title)}
            value={shown ? filterId(shown) : ""}
            onChange={(id) => shownFilter.set(ofKind.find((it) => filterId(it) === id) ?? null)}
          >
            {ofKind.map((filter) => (
              <MenuItem key={filterId(filter)} id={filterId(filter)} icon={<Icon {...icon} />}>
                {isolated(filter.name)}
              </MenuItem>
            ))}
          </MenuSelection>
        );
      })}
      {filters.length === 0 ? (
        <MenuItem icon={<Filter {...icon} />}>{t("sidebar.nothingToFilter")}</MenuItem>
      ) : null}
    </MenuAt>
  );
}
