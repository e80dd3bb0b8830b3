import { linkedText } from "./linked-text.ts";
import styles from "./text-with-links.module.css";

/** A text in which everything that looks like an address can be opened, in a window of its own. */
export function TextWithLinks({ text }: { readonly text: string }) {
  return linkedText(text).map(({ text: said, href }, index) =>
    href === null ? (
      said
    ) : (
      // The pieces of one text stay in their order.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
        {said}
      </a>
    ),
  );
}
