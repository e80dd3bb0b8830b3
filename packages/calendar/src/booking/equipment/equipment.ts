import { BOOKING_LIMITS } from "../limits.ts";

// What a bookable has, as a short list of words of its house's own.

interface Thing {
  readonly equipment: readonly string[];
}

/** What is the same for words that mean the same, however they are written. */
export const equipmentKey = (word: string): string => word.trim().normalize("NFC").toLowerCase();

/** The words without space around them, each once, as it was written first; what is empty is left out. */
export function tidyEquipment(words: Iterable<string>): readonly string[] {
  const known = new Map<string, string>();
  for (const word of words) {
    const key = equipmentKey(word);
    if (key !== "" && !known.has(key)) known.set(key, word.trim());
  }
  return [...known.values()];
}

/** Whether there are more or longer words than one thing may have. */
export const isTooMuchEquipment = (words: readonly string[]): boolean =>
  words.length > BOOKING_LIMITS.equipment ||
  words.some(({ length }) => length > BOOKING_LIMITS.equipmentLength);

/** Whether a thing has all of it, however the words are written. */
export function hasEquipment({ equipment }: Thing, words: readonly string[]): boolean {
  const known = new Set(equipment.map(equipmentKey));
  return words.every((word) => known.has(equipmentKey(word)));
}

/** The words with one more, or without it if it is among them. */
export function toggledEquipment(words: readonly string[], word: string): readonly string[] {
  const without = words.filter((one) => equipmentKey(one) !== equipmentKey(word));
  return without.length === words.length ? [...words, word] : without;
}

/** A word, and how many things have what it says. */
export interface EquipmentChoice {
  readonly word: string;
  readonly count: number;
}

/**
 * What things have, by what most of them have.
 * @param most as many words as are looked through at a glance
 * @param asked comes besides, though none has it
 */
export function equipmentChoices(
  things: readonly Thing[],
  most: number,
  asked: readonly string[] = [],
): readonly EquipmentChoice[] {
  const words = tidyEquipment([...things.flatMap(({ equipment }) => equipment), ...asked]);
  const isAsked = new Set(asked.map(equipmentKey));
  return words
    .map((word) => ({ word, count: things.filter((thing) => hasEquipment(thing, [word])).length }))
    .toSorted((a, b) => b.count - a.count || a.word.localeCompare(b.word))
    .filter(({ word }, at) => at < most || isAsked.has(equipmentKey(word)));
}
