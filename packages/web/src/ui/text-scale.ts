let known: number | undefined;

/**
 * How much larger the reader has set text than the browser's usual 16 px: 2 at 200 %. What is placed by script and holds
 * text (hours, rows of the month) grows by it. Read once: browsers change it only with their settings.
 */
export function textScale(): number {
  known ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return known;
}
