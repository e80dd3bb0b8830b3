import { WifiOff } from "lucide-react";
import { Sentence } from "../../i18n/sentence.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";

interface AwayProps {
  readonly className: string | undefined;
  readonly of: "door.away" | "wall.away";
  /** when the server was heard last */
  readonly at: number;
  readonly time: (at: number) => string;
}

/** Since when there is no network: what is shown is as old. */
export function Away({ className, of, at, time }: AwayProps) {
  return (
    <output className={className}>
      <WifiOff size="1.1em" strokeWidth={1.8} aria-hidden />
      <span>
        <Sentence of={of} args={{ time: time(at), distance: <HowLongAgo at={at} /> }} />
      </span>
    </output>
  );
}
