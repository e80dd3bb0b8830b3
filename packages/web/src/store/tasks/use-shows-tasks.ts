import { useAccount } from "../session.ts";

/** Whether tasks stand among the events of the calendar, as the person has set it. */
export const useShowsTasks = (): boolean => useAccount()?.preferences.showTasks !== false;
