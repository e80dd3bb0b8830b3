/**
 * Returns over how many columns each text of a row stands: one that repeats those beside it is written once, and the
 * others are 0.
 */
export function columnsOfTexts(texts: readonly string[]): readonly number[] {
  const columns: number[] = [];
  let first = 0;
  for (const [at, text] of texts.entries()) {
    if (at === 0 || text !== texts[at - 1]) first = at;
    columns.push(first === at ? 1 : 0);
    if (first < at) columns[first] = at - first + 1;
  }
  return columns;
}
