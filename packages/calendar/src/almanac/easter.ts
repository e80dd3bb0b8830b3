/**
 * Western Easter Sunday (Gregorian computus) as month and day.
 * The century corrections follow the 1582 reform: `epact` is the age of the moon at the start of the year.
 */
export function easterSunday(year: number): { readonly month: number; readonly day: number } {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const solar = century - Math.floor(century / 4);
  const lunar = Math.floor((8 * century + 13) / 25);
  const epact = (solar - lunar + 19 * golden + 15) % 30;
  // The paschal full moon, counted in days from 21 March; two epacts are moved to keep the lunar months apart.
  const fullMoon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - solar) % 7;
  const offset = fullMoon - weekday;
  const month = 3 + Math.floor((offset + 40) / 44);
  return { month, day: offset + 28 - 31 * Math.floor(month / 4) };
}
