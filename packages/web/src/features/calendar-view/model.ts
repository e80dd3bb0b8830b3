export { NameDay } from "./time-grid/day-header.tsx";
import type { ComponentType, ReactNode } from "react";
import type { CalendarPageState } from "./page/use-calendar-page.ts";

/** A view of many days, and whether it stands on a phone. */
export interface WideViewProps {
  readonly page: CalendarPageState;
  readonly isPhone: boolean;
}

/** The views that are loaded when they are opened. */
export interface WideViews {
  readonly weeks: ComponentType<WideViewProps>;
  readonly month: ComponentType<WideViewProps>;
  readonly year: ComponentType<WideViewProps>;
  readonly tasks: ComponentType<WideViewProps>;
  readonly search: ComponentType<WideViewProps>;
  readonly bookables: ComponentType<WideViewProps>;
  readonly soon: ComponentType<WideViewProps>;
}

export interface PageProps {
  readonly page: CalendarPageState;
  readonly views: WideViews;
  readonly banner: ReactNode;
}
