import { randomUUIDv7 } from "node:crypto";

/** The numbers of one millisecond's counter (RFC 9562 §6.2, method 1), which stands in `rand_a`. */
const NUMBERS = 0x1000;

/**
 * Makes ids (UUIDv7, RFC 9562 §5.7) each of which sorts after those before it: lists that are sorted by id show what one write made in
 * the order in which it was made. `randomUUIDv7` rises with the millisecond alone.
 */
export function risingIds(random: () => string = randomUUIDv7): () => string {
  let millis = 0;
  let counter = 0;
  return () => {
    const id = random();
    const now = parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    if (now > millis) {
      millis = now;
      // A millisecond begins in the lower half of its numbers, so that some are left.
      counter = parseInt(id.slice(15, 18), 16) >>> 1;
    } else if (++counter === NUMBERS) {
      millis += 1;
      counter = 0;
    }
    const time = millis.toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}${id.slice(18)}`;
  };
}
