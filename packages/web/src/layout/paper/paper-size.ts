/** The paper in the printer. */
export type PaperName = "A4" | "A3";

interface PaperChoice {
  readonly paper: PaperName;
  readonly isLandscape: boolean;
  /** px; see `UNITS` */
  readonly unit: number;
}

/** A sheet of paper, CSS px (96 to the inch, on paper as on screen). */
export interface PaperSize {
  readonly width: number;
  readonly height: number;
  /** unprinted on every side */
  readonly margin: number;
  /** px; everything on the sheet is measured in units, so that text and layout grow together */
  readonly unit: number;
}

/** px in a millimetre. */
const MM = 96 / 25.4;
/** ISO 216, mm: the short side, the long side. */
const SIDES: Readonly<Record<PaperName, readonly [number, number]>> = { A4: [210, 297], A3: [297, 420] };
/** A margin that every home printer can print, mm. */
const MARGIN: Readonly<Record<PaperName, number>> = { A4: 10, A3: 13 };
/**
 * px. Running text is 11 units: 8.4 pt on A4, for reading in the hand. For a notice board it is 16 pt or more, with
 * capitals 4 mm high, which are easy to read from two metres; smaller sizes follow for fuller sheets.
 */
export const UNITS: Readonly<
  Record<PaperName, { readonly near: number; readonly board: readonly number[] }>
> = {
  A4: { near: 1.02, board: [1.95, 1.7, 1.45, 1.25] },
  A3: { near: 1.4, board: [2.3, 2.05, 1.8, 1.6] },
};

/** The size of the running text, units. */
export const TEXT_SIZE = 11;

/** A sheet of the chosen paper. */
export function paperSize({ paper, isLandscape, unit }: PaperChoice): PaperSize {
  const [short, long] = SIDES[paper];
  const [width, height] = isLandscape ? [long, short] : [short, long];
  return {
    width: width * MM,
    height: height * MM,
    margin: MARGIN[paper] * MM,
    unit,
  };
}

/** Room within the margins, units. */
export interface SheetRoom {
  readonly width: number;
  readonly height: number;
}

/** The room between the margins, below a head and above a foot (heights in units). */
export function roomOn({ width, height, margin, unit }: PaperSize, head: number, foot: number): SheetRoom {
  return { width: (width - 2 * margin) / unit, height: (height - 2 * margin) / unit - head - foot };
}

/** The distance from which words of a size (in units) are easy to read, metres: two for 16 pt. */
export const legibleFrom = (unit: number): number => (2 * unit * TEXT_SIZE * 0.75) / 16;
