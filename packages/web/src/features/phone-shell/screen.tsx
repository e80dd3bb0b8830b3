// The frame around the calendar on a phone; fetched on phones only.
export { DayStrip } from "./components/day-strip.tsx";
export { PhoneFrame } from "./components/phone-frame.tsx";
export type { PhoneTab } from "./components/phone-frame.tsx";
