import type { WideViewProps } from "../calendar-view/model.ts";

/** The calendar's data and actions that the page uses. */
export type SoonPageState = WideViewProps["page"];
