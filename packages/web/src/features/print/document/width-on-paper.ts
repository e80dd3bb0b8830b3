import { TEXT_SIZE } from "../../../layout/paper/paper-size.ts";
import { measureText } from "../../../ui/measure-text.ts";

/** The font to measure with: the widest in which words are printed. */
const FONT = `600 ${TEXT_SIZE}px "Instrument Sans Variable"`;

/** How wide words are on paper, units. */
export const widthOnPaper = (text: string): number => measureText(text, FONT);
