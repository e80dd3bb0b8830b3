import { useSpeech } from "./messages.ts";

/** Whether the viewer writes the month before the day, and means the 12th of March by "3/12". */
export const useMonthFirst = (): boolean => useSpeech().habits?.dateOrder === "month-day";
