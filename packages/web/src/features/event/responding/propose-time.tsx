import { ProposeDays } from "./propose-days.tsx";
import { ProposePage } from "./propose-page.tsx";
import type { ProposeTimeProps } from "./propose-time-props.ts";

/** Asks a guest for the time that they propose to the organizer: a time of day is found among everybody's. */
export const ProposeTime = (props: ProposeTimeProps) =>
  props.responding.occurrence.allDay ? <ProposeDays {...props} /> : <ProposePage {...props} />;
