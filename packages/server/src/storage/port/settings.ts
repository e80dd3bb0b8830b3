export interface SettingReads {
  get(key: string): Promise<string | undefined>;
}

export interface SettingWrites {
  /**
   * Writes a value where there is none yet.
   * @returns what stands there now: of several who write at once, in whatever process, one is first, and all get its value
   */
  keep(key: string, value: string): Promise<string>;
  /** @returns whether the value was there; of several who remove it at once, one is told so */
  remove(key: string, value: string): Promise<boolean>;
}
