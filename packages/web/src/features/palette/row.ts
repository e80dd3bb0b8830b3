import type { ReactNode } from "react";

/** One line of what was found. */
export interface Row {
  /** the same as long as it is the same thing, so that it stays chosen when others come */
  readonly key: string;
  readonly icon: ReactNode;
  readonly text: string;
  /** beside it: a date, or what it gives */
  readonly aside?: string;
  /** at the right: how soon, or a key */
  readonly end?: ReactNode;
  readonly go: () => void;
}

/** Lines under a heading. */
export interface RowGroup {
  readonly title: string;
  readonly rows: readonly Row[];
}
