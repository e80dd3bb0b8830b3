/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (WAI-ARIA APG); select and datalist show no distances */
import { Search } from "lucide-react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { flushSync } from "react-dom";
import { useMessages } from "../../i18n/messages.ts";
import { useFocusBack } from "../../ui/overlays/use-focus-back.ts";
import palette from "../../ui/palette.module.css";
import { PaletteFoot } from "./palette-foot.tsx";
import { PaletteList } from "./palette-list.tsx";
import { useRows, type RowSources } from "./use-rows.tsx";

interface PaletteProps extends Omit<RowSources, "query"> {
  readonly onClose: () => void;
}

/** Goes to dates, finds events and performs any action by its name. */
export function Palette({ onClose, ...sources }: PaletteProps) {
  const t = useMessages();
  const [query, setQuery] = useState("");
  useFocusBack();
  const [chosenKey, setChosenKey] = useState<string>();
  const { groups, search, total } = useRows({ ...sources, query });
  const rows = groups.flatMap((group) => group.rows);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosenKey),
  );
  const chosen = rows[at];
  // The next dialog or field takes the focus, which it cannot do while this dialog holds the page still.
  const go = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    flushSync(onClose);
    row.go();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && query.trim() !== "") {
      event.preventDefault();
      flushSync(onClose);
      sources.onSearch(query.trim());
      return;
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (next !== undefined) setChosenKey(rows[Math.max(0, Math.min(rows.length - 1, next))]?.key);
    else if (event.key === "Enter") go(at);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.querySelector("#palette-rows [aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen?.key]);
  return (
    <ModalOverlay
      className={palette.scrim ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={palette.modal ?? ""}>
        <Dialog aria-label={t("search.label")} className={palette.dialog ?? ""}>
          <div className={palette.field}>
            <Search size={18} strokeWidth={1.7} aria-hidden />
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              role="combobox"
              aria-expanded={rows.length > 0}
              aria-controls="palette-rows"
              aria-activedescendant={chosen ? `palette-row-${at}` : undefined}
              aria-label={t("search.label")}
              placeholder={t("search.placeholder")}
              value={query}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setQuery(event.currentTarget.value);
                setChosenKey(undefined);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          {rows.length > 0 ? <PaletteList groups={groups} chosen={at} onGo={go} /> : null}
          <PaletteFoot search={search} total={total} isCreate={chosen?.key === "create"} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export type { Command } from "./command.ts";
