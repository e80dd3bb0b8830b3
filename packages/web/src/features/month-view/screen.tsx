import type { WideViewProps } from "../calendar-view/model.ts";
import { MonthGrid } from "./month-grid.tsx";
import { PhoneMonth } from "./phone-month.tsx";

/** Shows the month: endless weeks on a desktop, one month and its day on a phone. */
export const MonthScreen = ({ page, isPhone }: WideViewProps) =>
  isPhone ? <PhoneMonth page={page} /> : <MonthGrid page={page} />;
