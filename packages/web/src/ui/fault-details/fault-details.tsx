import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../button.tsx";
import styles from "./fault-details.module.css";

interface FaultDetailsProps {
  /** what went wrong, in one line */
  readonly fault: string;
  readonly version: string;
}

/** What whoever runs the server wants to know: the fault, the page, the time and the version. Folded; to be copied or read out. */
export function FaultDetails({ fault, version }: FaultDetailsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const { time, shortDay } = useFormats(zone.id);
  const [at] = useState(() => Date.now());
  const [copied, setCopied] = useState(false);
  const id = useId();
  const text = [fault, location.pathname, `${shortDay(at)} ${time(at)}  ${zone.id}  ${version}`.trim()].join(
    "\n",
  );
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No clipboard without https or permission: one key copies what is selected.
      const shown = document.getElementById(id);
      if (shown) getSelection()?.selectAllChildren(shown);
    }
  };
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{t("crash.details")}</summary>
      <pre id={id} className={styles.code}>
        {text}
      </pre>
      <Button look="inline" onClick={() => void copy()}>
        {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        {t(copied ? "action.copied" : "crash.copy")}
      </Button>
    </details>
  );
}
