import { useLateFlag } from "./use-late-flag.ts";
import styles from "./list-skeleton.module.css";

interface ListSkeletonProps {
  /** what is on its way, for who does not see it */
  readonly label: string;
  readonly className?: string | undefined;
}

const WIDTHS = [60, 42, 74, 51, 66];

/** Bars in place of rows that are not here yet; nothing at all if they come at once. */
export function ListSkeleton({ label, className = "" }: ListSkeletonProps) {
  const isLate = useLateFlag(true, 150);
  return (
    <div className={`${styles.skeleton} ${className}`}>
      <output className="visually-hidden">{label}</output>
      {isLate ? WIDTHS.map((width) => <i key={width} style={{ width: `${width}%` }} />) : null}
    </div>
  );
}
