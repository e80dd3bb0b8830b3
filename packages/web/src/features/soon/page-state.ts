import type { WideViewProps } from "../calendar-view/screen.tsx";

/** What the calendar knows around the page. */
export type SoonPageState = WideViewProps["page"];
