import type { ReactNode } from "react";

/** One line of the results. */
export interface Row {
  /** stable for the same result, so that it stays chosen when others arrive */
  readonly key: string;
  readonly icon: ReactNode;
  readonly text: string;
  /** what of the text was searched for, which is bold */
  readonly words?: string;
  /** said after the text, more quietly: a place */
  readonly note?: string;
  /** shown beside it: a date, or a result */
  readonly aside?: string;
  /** at the right: how soon, or a key */
  readonly end?: ReactNode;
  /** shown under it: of the one thing that can be done */
  readonly more?: ReactNode;
  readonly go: () => void;
}

/** Lines under a heading. */
export interface RowGroup {
  readonly title: string;
  readonly rows: readonly Row[];
}
