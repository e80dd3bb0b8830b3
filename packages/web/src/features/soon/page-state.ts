import type { WideViewProps } from "../calendar-view/model.ts";

/** What the calendar knows around the page. */
export type SoonPageState = WideViewProps["page"];
