import { useEffect, useEffectEvent } from "react";
import type { ApiProblem } from "../../api/problem.ts";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useSessionState } from "../../store/session.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { FaultDetails } from "../../ui/fault-details/fault-details.tsx";
import { faultLine } from "./fault-line.ts";
import styles from "./unreachable-help.module.css";

const AGAIN_MS = 20_000;

interface UnreachableHelpProps {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
}

/** What to do while nothing can be fetched. Tries again by itself, and as soon as there is a network. */
export function UnreachableHelp({ problem, onRetry }: UnreachableHelpProps) {
  const t = useMessages();
  const now = useNow();
  const state = useSessionState();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const again = (): void => retry();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, []);
  return (
    <>
      <ul className={styles.steps}>
        {problem.kind === "unreachable" ? <li>{t("shell.unreachable.doNetwork")}</li> : null}
        <li>{t("shell.unreachable.doTell")}</li>
      </ul>
      <p className={styles.tries}>
        {/* The clock ticks once a minute; the next try is nearer than that at any moment. */}
        <Sentence
          of="shell.unreachable.tries"
          args={{ when: <HowSoon target={{ kind: "instant", at: now + AGAIN_MS }} /> }}
        />
      </p>
      <div className={styles.details}>
        <FaultDetails
          fault={faultLine(problem, location.host)}
          version={state.status === "ready" ? state.session.version : ""}
        />
      </div>
    </>
  );
}
