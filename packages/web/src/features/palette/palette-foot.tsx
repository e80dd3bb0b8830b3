import { useMessages } from "../../i18n/messages.ts";
import styles from "./palette.module.css";
import type { FoundEvents } from "./use-found-events.ts";

interface PaletteFootProps extends Pick<FoundEvents, "search" | "total"> {
  /** the chosen row makes an event */
  readonly isCreate: boolean;
}

/** The keys of the palette, and how far has been searched. */
export function PaletteFoot({ search, total, isCreate }: PaletteFootProps) {
  const t = useMessages();
  const isIdle = search === "idle";
  return (
    <div className={styles.foot}>
      <span aria-hidden>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        {t("palette.keys.choose")}
      </span>
      <span aria-hidden>
        <kbd>↵</kbd>
        {t(isCreate ? "palette.keys.create" : "palette.keys.open")}
      </span>
      {isIdle ? null : (
        <span aria-hidden>
          <kbd>Ctrl ↵</kbd>
          {t("palette.keys.all")}
        </span>
      )}
      <output>
        {isIdle
          ? t("palette.hint")
          : search === "done" && total !== null && total > 0
            ? t("palette.search.counted", { count: total })
            : t(`palette.search.${search}`)}
      </output>
    </div>
  );
}
