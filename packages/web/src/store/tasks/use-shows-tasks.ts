import { useAccount } from "../session.ts";

/** Whether tasks stand among the events of the calendar, as one has it in the settings. */
export const useShowsTasks = (): boolean => useAccount()?.preferences.showTasks !== false;
