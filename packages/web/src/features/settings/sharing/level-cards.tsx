import { LEVELS, type Level } from "@snart/calendar/access/rights.ts";
import { useMessages } from "../../../i18n/messages.ts";
import styles from "../parts/people.module.css";

interface LevelCardsProps {
  readonly chosen: Level;
  /** of the calendar, in which its events are drawn */
  readonly colour: string;
}

/** The rights of each level, with a picture; the chosen one is marked. */
export function LevelCards({ chosen, colour }: LevelCardsProps) {
  const t = useMessages();
  return (
    <div className={styles.cards} data-colour={colour}>
      {LEVELS.map((level) => (
        <div key={level} className={styles.card} data-chosen={level === chosen || undefined}>
          <Picture level={level} />
          <h3>{t(`level.${level}`)}</h3>
          <p>{t(`levelHelp.${level}`)}</p>
        </div>
      ))}
    </div>
  );
}

/** Two days of three events: grey without words, with words, and with an edge around what may be changed. */
function Picture({ level }: { readonly level: Level }) {
  const at = LEVELS.indexOf(level);
  const boxes = [
    { x: 6, y: 7, ring: at >= 3 },
    { x: 6, y: 27, ring: at >= 3 },
    { x: 56, y: 17, ring: at >= 2 },
  ];
  const fill = at === 0 ? "var(--n4)" : "var(--k-fill)";
  return (
    <svg viewBox="0 0 100 50" className={styles.picture} aria-hidden>
      {boxes.map(({ x, y, ring }) => (
        <g key={`${x} ${y}`}>
          <rect x={x} y={y} width="38" height="15" rx="2.5" fill={fill} />
          {at === 0 ? null : <rect x={x} y={y} width="2.5" height="15" rx="1" fill="var(--k-solid)" />}
          {at === 0 ? null : <rect x={x + 6} y={y + 5} width="22" height="2.5" rx="1" fill="var(--n8)" />}
          {ring ? (
            <rect
              x={x - 1.5}
              y={y - 1.5}
              width="41"
              height="18"
              rx="4"
              fill="none"
              stroke="var(--accent)"
              strokeWidth="1.4"
            />
          ) : null}
        </g>
      ))}
      {at === 4 ? <circle cx="90" cy="9" r="5" fill="var(--accent)" /> : null}
    </svg>
  );
}
