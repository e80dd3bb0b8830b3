import { X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { shownFilter } from "../../../grid/shown-filter.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "./event-menu.module.css";

/** Shows that a filter is on, and removes it. */
export function FilterChip() {
  const t = useMessages();
  const filter = useSyncExternalStore(shownFilter.subscribe, shownFilter.get);
  useEffect(() => () => shownFilter.set(null), []);
  return (
    <output data-keeps-chosen="" className={filter ? styles.filter : undefined}>
      {filter ? (
        <>
          <span>{t("tools.showingOnly", { name: isolated(filter.name) })}</span>
          <IconButton label={t("tools.showAll")} onClick={() => shownFilter.set(null)}>
            <X size={17} strokeWidth={1.6} />
          </IconButton>
        </>
      ) : null}
    </output>
  );
}
