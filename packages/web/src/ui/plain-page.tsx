import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
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
