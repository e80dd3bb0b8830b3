import { useEffect, useEffectEvent, useState } from "react";

interface KeptTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly className: string;
  /** one line, kept by Enter as well */
  readonly isTitle?: boolean;
  readonly onKeep: (text: string) => void;
}

const LONGEST = 100_000;
const LONGEST_TITLE = 1000;

/**
 * Text that is saved when its field is left, however that happens; until then other people's text does not replace
 * it.
 */
export function KeptText({ label, value, placeholder, className, isTitle = false, onKeep }: KeptTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const keep = (): void => {
    if (typed !== null && typed !== value) onKeep(typed);
    setTyped(null);
  };
  const keepAtEnd = useEffectEvent(() => keep());
  useEffect(() => {
    const leave = (): void => keepAtEnd();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  const shared = {
    className,
    "aria-label": label,
    placeholder,
    value: typed ?? value,
    onBlur: keep,
  };
  return isTitle ? (
    <input
      {...shared}
      data-title
      maxLength={LONGEST_TITLE}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && keep()}
    />
  ) : (
    <textarea
      {...shared}
      rows={3}
      maxLength={LONGEST}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
