import type { ReactNode } from "react";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import styles from "./public-note.module.css";

interface PublicNoteProps {
  readonly title: string;
  /** what it means, and what one can do */
  readonly body?: string;
  /** a button */
  readonly children?: ReactNode;
  readonly lit?: boolean;
  /** of the page, where it has no other */
  readonly isPageTitle?: boolean;
}

/** Says why no calendar is shown, or nothing in it. */
export function PublicNote({ title, body, children, lit = false, isPageTitle = false }: PublicNoteProps) {
  const Title = isPageTitle ? "h1" : "h2";
  return (
    <div className={styles.note} role={isPageTitle ? "alert" : undefined}>
      <EmptyHorizon lit={lit} />
      <Title className={styles.title}>{title}</Title>
      {body ? <p className={styles.body}>{body}</p> : null}
      {children}
    </div>
  );
}
