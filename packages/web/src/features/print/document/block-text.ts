import { wrappedLines, type WidthOf } from "../../../layout/paper/wrapped-lines.ts";
import type { PrintedItem } from "./printed-item.ts";

/** Units: a line, and the padding above and below the lines. */
const BLOCK = { line: 13, padding: 3 } as const;

/** The text of an event's block. */
export interface BlockText {
  /** inline: the time follows the title; stacked: the time has a separate line */
  readonly shape: "inline" | "stacked";
  /** the most lines that the title may take */
  readonly titleLines: number;
  readonly hasTime: boolean;
  readonly hasPlace: boolean;
  readonly hasGuests: boolean;
  readonly hasDescription: boolean;
  /** the block shows everything known of the event */
  readonly isWhole: boolean;
  /** written in narrow letters, because it fits in no others */
  readonly isNarrow: boolean;
}

/** How wide narrow letters are, of usual ones. */
const NARROW = 0.88;

/**
 * Fits the text of an event into the room (units), the most important first; a part is shown whole or not at all.
 * Narrow letters are tried before anything is left out.
 */
export function blockText(
  item: PrintedItem,
  box: { readonly width: number; readonly height: number },
  widthOf: WidthOf,
): BlockText {
  const usual = textIn(item, box, widthOf);
  if (usual.isWhole) return { ...usual, isNarrow: false };
  return { ...textIn(item, box, (text) => widthOf(text) * NARROW), isNarrow: true };
}

function textIn(
  item: PrintedItem,
  box: { readonly width: number; readonly height: number },
  widthOf: WidthOf,
): Omit<BlockText, "isNarrow"> {
  const lines = Math.max(1, Math.floor((box.height - BLOCK.padding) / BLOCK.line));
  const linesOf = (text: string): number => (text ? wrappedLines(text, box.width, widthOf) : 0);
  const title = [item.mark, item.title].filter(Boolean).join(" ");
  const titleLines = linesOf(title);
  const isStacked = titleLines + 1 <= lines;
  const inline = linesOf(`${title} ${item.start}`);
  let left = lines - (isStacked ? titleLines + 1 : Math.min(lines, inline));
  let isWhole = isStacked ? widthOf(item.time) <= box.width : inline <= lines;
  const take = (text: string): boolean => {
    const needed = linesOf(text);
    if (needed === 0) return false;
    const fits = isStacked && isWhole && needed <= left;
    if (fits) left -= needed;
    else isWhole = false;
    return fits;
  };
  const hasPlace = take(item.place);
  const hasGuests = take(item.guests);
  const hasDescription = take(item.description);
  return {
    shape: isStacked ? "stacked" : "inline",
    titleLines: isStacked ? titleLines : lines,
    // Beside the hours a title is worth more than the time.
    hasTime: isStacked || inline <= lines,
    hasPlace,
    hasGuests,
    hasDescription,
    isWhole,
  };
}
