import styles from "./people.module.css";

/** First letters of the first and the last word: "ES" for "Elin Sand". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => /^./u.exec(word ?? "")?.[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

/** Somebody as a round mark, beside their name. */
export const Face = ({ name }: { readonly name: string }) => (
  <span className={styles.face} aria-hidden>
    {initials(name)}
  </span>
);
