/** Characters of a line that are read, and may be typed. */
export const LONGEST_QUICK_ADD = 500;
