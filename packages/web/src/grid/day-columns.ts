import { Observable } from "../store/sync/observable.ts";

const kinds = ["one", "calendar", "person"] as const;

/** The columns of a day: one for everything, or one for each calendar or person. */
export type DayColumns = (typeof kinds)[number];

const STORED = "snart.columns";

/** The last choice in this browser. */
export const dayColumns = new Observable<DayColumns>(stored());

function stored(): DayColumns {
  try {
    const kept = localStorage.getItem(STORED);
    return kinds.find((kind) => kind === kept) ?? "one";
  } catch {
    return "one";
  }
}

/** Shows a day in other columns from now on. */
export function chooseColumns(kind: DayColumns): void {
  dayColumns.set(kind);
  try {
    localStorage.setItem(STORED, kind);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
