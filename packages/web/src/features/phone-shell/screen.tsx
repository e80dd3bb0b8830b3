// The frame around the calendar on a phone; fetched on phones only.
export { DayStrip } from "./day-strip.tsx";
export { PhoneFrame } from "./phone-frame.tsx";
export type { PhoneTab } from "./phone-frame.tsx";
