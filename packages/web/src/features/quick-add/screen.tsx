import { part } from "../../ui/part.tsx";

/** One line of words becomes an event. */
export const { Component: QuickAdd } = part(() => import("./quick-add.tsx").then((it) => it.QuickAdd));
