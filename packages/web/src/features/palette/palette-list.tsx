/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox (WAI-ARIA APG) */
import { useMessages } from "../../i18n/messages.ts";
import { Matched } from "../../ui/matched.tsx";
import styles from "./palette.module.css";
import type { RowGroup } from "./row.ts";

interface PaletteListProps {
  readonly groups: readonly RowGroup[];
  /** the place of the chosen row among all rows */
  readonly chosen: number;
  readonly onGo: (index: number) => void;
}

/** The results for a text. The field has the focus and handles the keys; the list shows the choice. */
export function PaletteList({ groups, chosen, onGo }: PaletteListProps) {
  const t = useMessages();
  const placed = groups.map((group, index) => ({
    ...group,
    first: groups.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0),
  }));
  return (
    <div id="palette-rows" role="listbox" aria-label={t("palette.found")} className={styles.rows}>
      {placed.map(({ title, rows, first }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={styles.heading} aria-hidden>
            {title}
          </div>
          {rows.map((row, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={row.key}
              id={`palette-row-${first + index}`}
              role="option"
              aria-selected={first + index === chosen}
              className={styles.row}
              data-large={row.more ? true : undefined}
              onClick={() => onGo(first + index)}
            >
              {row.icon}
              <span className={styles.text}>
                {row.words === undefined ? row.text : <Matched text={row.text} words={row.words} />}
                {row.note ? <span className={styles.note}> {row.note}</span> : null}
              </span>
              <span className={styles.aside}>{row.aside}</span>
              <span className={styles.end}>{row.end}</span>
              {row.more ? <span className={styles.more}>{row.more}</span> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
