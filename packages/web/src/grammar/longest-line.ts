/** The most characters of a line that may be typed and are read. */
export const LONGEST_QUICK_ADD = 500;
