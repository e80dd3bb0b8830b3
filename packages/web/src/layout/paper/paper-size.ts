/** What is in the printer. */
export type PaperName = "A4" | "A3";

export interface PaperChoice {
  readonly paper: PaperName;
  readonly isLandscape: boolean;
  /** to be read from two metres away */
  readonly isBoard: boolean;
}

/** A sheet of paper, CSS px (96 to the inch, on paper as on screen). */
export interface PaperSize {
  readonly width: number;
  readonly height: number;
  /** free of ink on every side */
  readonly margin: number;
  /** px; everything on the sheet is measured in these, so that text and layout grow together */
  readonly unit: number;
}

/** px in a millimetre. */
const MM = 96 / 25.4;
/** ISO 216, mm: the short side, the long side. */
const SIDES: Readonly<Record<PaperName, readonly [number, number]>> = { A4: [210, 297], A3: [297, 420] };
/** What no printer at home leaves out, mm. */
const MARGIN: Readonly<Record<PaperName, number>> = { A4: 10, A3: 13 };
/**
 * px. Running text is 11 units: 8.4 pt on A4. For a notice board at least 16 pt, whose capitals are 4 mm high, which is
 * what is read without effort from two metres.
 */
const UNIT: Readonly<Record<PaperName, { readonly near: number; readonly board: number }>> = {
  A4: { near: 1.02, board: 1.95 },
  A3: { near: 1.4, board: 2.3 },
};

/** The size of the running text, units. */
export const TEXT_SIZE = 11;

/** A sheet of the paper that was chosen. */
export function paperSize({ paper, isLandscape, isBoard }: PaperChoice): PaperSize {
  const [short, long] = SIDES[paper];
  const [width, height] = isLandscape ? [long, short] : [short, long];
  return {
    width: width * MM,
    height: height * MM,
    margin: MARGIN[paper] * MM,
    unit: isBoard ? UNIT[paper].board : UNIT[paper].near,
  };
}

/** Room within the margins, units. */
export interface SheetRoom {
  readonly width: number;
  readonly height: number;
}

/** What is between the margins, beneath a head and above a foot (heights in units). */
export function roomOn({ width, height, margin, unit }: PaperSize, head: number, foot: number): SheetRoom {
  return { width: (width - 2 * margin) / unit, height: (height - 2 * margin) / unit - head - foot };
}
