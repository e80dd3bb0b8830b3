import { useSpeech } from "./messages.ts";

/** Whether the viewer writes the month before the day, so that "3/12" is the 12th of March. */
export const useMonthFirst = (): boolean => useSpeech().habits?.dateOrder === "month-day";
