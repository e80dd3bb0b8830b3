import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../icon-button.tsx";
import styles from "./copy-row.module.css";

interface CopyRowProps {
  readonly label: string;
  readonly text: string;
  /** says what the button does, for people who can't see it */
  readonly copyLabel: string;
  /** set in a face whose characters all look different */
  readonly secret?: boolean;
}

/** Longer texts are copied and not typed, so they may be small. */
const LONG = 60;
/** How much of the end of a long link is always shown: it distinguishes links to the same place. */
const END = 10;

/** Copying by hand has another key on a Mac. */
const SELECTED = /Mac/.test(navigator.platform) ? "copy.selectedMac" : "copy.selected";

/** A long link is shown on one line without its middle; it is still selected and copied whole. */
const isLink = (text: string): boolean => text.length > LONG && URL.canParse(text);

/** A text to type elsewhere, with a button that copies it. Without a clipboard the text is selected instead. */
export function CopyRow({ label, text, copyLabel, secret = false }: CopyRowProps) {
  const t = useMessages();
  const [copied, setCopied] = useState(false);
  const [isSelected, setSelected] = useState(false);
  const copy = async (shown: HTMLElement | null): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No clipboard without https or permission: select the text, so that one key copies it.
      if (!shown) return;
      getSelection()?.selectAllChildren(shown);
      setSelected(true);
    }
  };
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span
        className={styles.text}
        data-secret={secret || undefined}
        data-long={text.length > LONG || undefined}
        data-link={isLink(text) || undefined}
        title={isLink(text) ? text : undefined}
        translate="no"
      >
        {isLink(text) ? (
          <>
            <span className={styles.begin}>{text.slice(0, -END)}</span>
            {text.slice(-END)}
          </>
        ) : (
          text
        )}
      </span>
      <IconButton
        label={copyLabel}
        onClick={(event) =>
          void copy(event.currentTarget.parentElement?.querySelector<HTMLElement>("[translate]") ?? null)
        }
        onBlur={() => {
          setCopied(false);
          setSelected(false);
        }}
      >
        {copied ? <Check size={16} strokeWidth={1.8} /> : <Copy size={16} strokeWidth={1.6} />}
      </IconButton>
      <output className={isSelected ? (styles.selected ?? "") : "visually-hidden"}>
        {copied ? t("action.copied") : isSelected ? t(SELECTED) : null}
      </output>
    </div>
  );
}
