/** The width of a word, in the unit of the width that it must fit into. */
export type WidthOf = (word: string) => number;

/** A browser may break a word slightly earlier than measured. */
const SLACK = 0.985;

/** How many lines a text takes in a width. Line ends in the text are kept; a word that is too wide is broken. */
export function wrappedLines(text: string, width: number, widthOf: WidthOf): number {
  const room = Math.max(1, width * SLACK);
  const blank = widthOf(" ");
  let lines = 0;
  for (const paragraph of text.split("\n")) {
    lines++;
    let used = 0;
    for (const word of paragraph.split(" ")) {
      if (word === "") continue;
      const wide = widthOf(word);
      const after = used === 0 ? wide : used + blank + wide;
      if (after <= room) {
        used = after;
        continue;
      }
      if (used > 0) lines++;
      const broken = Math.max(1, Math.ceil(wide / room));
      lines += broken - 1;
      used = wide - (broken - 1) * room;
    }
  }
  return lines;
}
