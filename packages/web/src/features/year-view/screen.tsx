import { useYear } from "./use-year.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import { YearGrid } from "./year-grid.tsx";

/** The year: twelve months, how full each day is, and the totals. */
export const YearScreen = ({ page, isPhone }: WideViewProps) => (
  <YearGrid page={page} year={useYear(page)} isPhone={isPhone} />
);
