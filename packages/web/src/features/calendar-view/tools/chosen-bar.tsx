import { Copy, Trash2, X } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { itemsText } from "../../item-actions/screen.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { chooseNone } from "./use-choosing.ts";
import styles from "./event-menu.module.css";

interface ChosenBarProps {
  readonly occurrences: readonly ShownOccurrence[];
  readonly onCopy: (occurrences: readonly ShownOccurrence[]) => void;
  readonly onDelete: (occurrence: ShownOccurrence) => void;
}

/** Shows the number of chosen events and tasks, which is announced as it changes, and the actions on all of them. */
export function ChosenBar({ occurrences, onCopy, onDelete }: ChosenBarProps) {
  const t = useMessages();
  const [first] = occurrences;
  const icon = { size: 16, strokeWidth: 1.6 } as const;
  return (
    <output data-keeps-chosen="" className={first ? styles.count : undefined}>
      {first ? (
        <>
          <span>{t("tools.chosen", { title: itemsText(occurrences, t), count: occurrences.length })}</span>
          <IconButton label={t("event.copy")} onClick={() => onCopy(occurrences)}>
            <Copy {...icon} />
          </IconButton>
          <IconButton label={t("event.delete")} onClick={() => onDelete(first)}>
            <Trash2 {...icon} />
          </IconButton>
          <IconButton label={t("tools.chooseNone")} onClick={chooseNone}>
            <X size={17} strokeWidth={1.6} />
          </IconButton>
        </>
      ) : null}
    </output>
  );
}
