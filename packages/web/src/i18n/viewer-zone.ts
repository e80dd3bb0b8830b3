import { createContext, useContext } from "react";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";

/** The zone of this machine, which counts until the account names another. */
export const machineZone = (): Zone => ianaZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC;

export const ViewerZoneContext = createContext<Zone | undefined>(undefined);

/** The zone in which the viewer lives: days, times and distances are told in it. */
export const useViewerZone = (): Zone => useContext(ViewerZoneContext) ?? machineZone();
