import { createContext, useContext } from "react";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";

/** The zone of this machine, used until the account names another. */
export const machineZone = (): Zone => ianaZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC;

export const ViewerZoneContext = createContext<Zone | undefined>(undefined);

/** The viewer's zone: days, times and distances are shown in it. */
export const useViewerZone = (): Zone => useContext(ViewerZoneContext) ?? machineZone();
