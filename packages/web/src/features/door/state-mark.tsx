import styles from "./door.module.css";

const HOURGLASS = "M20 17h16M20 39h16M22 17v5l6 6 6-6v-5M22 39v-5l6-6 6 6v5";

/** The state by shape: a disc with a bar, a ring with a tick, a dashed ring with an hourglass; else a ring. */
export function StateMark({
  state,
}: {
  readonly state: "free" | "inUse" | "waiting" | "closed" | "byLot" | "unknown";
}) {
  return (
    <svg className={styles.mark} viewBox="0 0 56 56" aria-hidden>
      {state === "inUse" ? (
        <>
          <circle cx="28" cy="28" r="28" fill="currentColor" />
          <path d="M18 28h20" className={styles.bar} strokeWidth="5" />
        </>
      ) : (
        <circle
          cx="28"
          cy="28"
          r="25.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="5"
          {...((state === "waiting" || state === "byLot") && { strokeDasharray: "10 6" })}
        />
      )}
      {state === "free" ? (
        <path d="M18 29l7 7 14-15" fill="none" stroke="currentColor" strokeWidth="4.5" />
      ) : null}
      {state === "waiting" ? <path d={HOURGLASS} fill="none" stroke="currentColor" strokeWidth="3" /> : null}
      {state === "closed" ? <path d="M14 42L42 14" stroke="currentColor" strokeWidth="5" /> : null}
    </svg>
  );
}
