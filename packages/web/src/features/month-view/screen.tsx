import type { WideViewProps } from "../calendar-view/screen.tsx";
import { MonthGrid } from "./components/month-grid.tsx";
import { PhoneMonth } from "./components/phone-month.tsx";

/** The month: weeks without end on a desk, one month and its day on a phone. */
export const MonthScreen = ({ page, isPhone }: WideViewProps) =>
  isPhone ? <PhoneMonth page={page} /> : <MonthGrid page={page} />;
