"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { useNow } from "../../i18n/clock.ts";
import { useHowSoon, useNearness, type HowSoonTarget } from "../../i18n/use-how-soon.ts";
import { DistanceText, type DistanceProps } from "./distance.tsx";

interface HowSoonProps extends Omit<DistanceProps, "text" | "warmth"> {
  /** a moment ({ kind: "instant", at }) or a whole day ({ kind: "date", date }) */
  readonly target: HowSoonTarget;
  /** false if the surroundings decide the colour */
  readonly warm?: boolean;
}

/** A distance that updates itself. */
export function HowSoon({ target, warm = true, ...rest }: HowSoonProps) {
  const text = useHowSoon(target);
  const nearness = useNearness(target);
  return <DistanceText {...rest} text={text} warmth={warm ? nearness : undefined} />;
}

/** How long ago something was; never "in less than a minute", though the clock only ticks once a minute. */
export function HowLongAgo({ at, ...rest }: Omit<HowSoonProps, "target"> & { readonly at: number }) {
  const now = useNow();
  return <HowSoon {...rest} target={{ kind: "instant", at: Math.min(at, now) }} />;
}
