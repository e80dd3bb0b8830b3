/** Values that hold as long as the state that they were made of does; of too many those asked for longest ago make room. */
export class KeptByState<T> {
  readonly #byKey = new Map<string, { readonly state: string; readonly value: T; readonly size: number }>();
  readonly #most: number;
  #size = 0;

  /** @param most sizes together */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param make makes a value, and says how large it is; undefined: it is not to be kept. It gets the value of the state before, if that is
   * still kept
   * @returns what was made of this state before, or is made now
   */
  async get(
    key: string,
    state: string,
    make: (before: T | undefined) => Promise<{ readonly value: T; readonly size: number | undefined }>,
  ): Promise<T> {
    const before = this.#byKey.get(key);
    if (before?.state === state) {
      this.#byKey.delete(key);
      this.#byKey.set(key, before);
      return before.value;
    }
    const { value, size } = await make(before?.value);
    this.#drop(key);
    if (size === undefined) return value;
    this.#byKey.set(key, { state, value, size });
    this.#size += size;
    for (const oldest of this.#byKey.keys()) {
      if (this.#size <= this.#most) break;
      this.#drop(oldest);
    }
    return value;
  }

  #drop(key: string): void {
    const one = this.#byKey.get(key);
    if (one && this.#byKey.delete(key)) this.#size -= one.size;
  }
}
