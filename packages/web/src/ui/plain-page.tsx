import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useLateFlag } from "./loading/use-late-flag.ts";
import styles from "./plain-page.module.css";

interface PlainPageProps {
  readonly title: ReactNode;
  readonly intro: ReactNode;
  readonly back: { readonly href: string; readonly label: string };
  /** right of the title */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of one column within the frame of the settings, with a way back of its own. */
export function PlainPage({ title, intro, back, actions, children }: PlainPageProps) {
  return (
    <>
      <Link href={back.href} className={styles.back} data-own={back.href === "/" ? undefined : true}>
        <ArrowLeft size={16} strokeWidth={1.7} aria-hidden />
        {back.label}
      </Link>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.intro}>{intro}</p>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {children}
    </>
  );
}

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
