import { part } from "../../ui/part.tsx";

/** One line of words becomes an event. */
export const { Component: QuickAdd } = part(() =>
  import("./quick-add-dialog.tsx").then((it) => it.QuickAddDialog),
);
