import { useHowLongAgo } from "../../i18n/use-how-long-ago.ts";
import { DistanceText, type DistanceProps } from "./distance.tsx";

interface HowLongAgoProps extends Omit<DistanceProps, "text" | "warmth"> {
  /** ms UTC; something that has happened */
  readonly at: number;
}

/** The distance to something in the past: a save, a sync. Updates itself and takes the colour of its surroundings. */
export function HowLongAgo({ at, ...rest }: HowLongAgoProps) {
  const text = useHowLongAgo(at);
  return <DistanceText {...rest} text={text} dateTime={new Date(at).toISOString()} />;
}
