"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import type { ApiProblem } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { part } from "../../ui/part.tsx";
import styles from "./unreachable.module.css";

const help = part(() => import("./unreachable-help.tsx").then((it) => it.UnreachableHelp));

interface UnreachablePanelProps {
  readonly problem: ApiProblem | null;
  readonly onRetry: () => void;
}

/** Says that the server did not answer, that nothing is lost, and what to do. */
export function UnreachablePanel({ problem, onRetry }: UnreachablePanelProps) {
  const t = useMessages();
  const body = problem?.kind === "refused" ? "shell.unreachable.refused" : "shell.unreachable.body";
  return (
    <div className={styles.page}>
      <div className={styles.column} role="alert">
        <div className={styles.whole}>
          <EmptyHorizon />
          <h2 className={styles.title}>{t("shell.unreachable.title")}</h2>
          <p className={styles.body}>{t(body, { host: location.host })}</p>
        </div>
        <Button look="primary" size={36} className={styles.again} onClick={onRetry}>
          {t("shell.unreachable.again")}
        </Button>
        {problem ? <help.Soon problem={problem} onRetry={onRetry} /> : null}
      </div>
    </div>
  );
}
