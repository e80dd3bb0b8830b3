export interface SettingReads {
  get(key: string): Promise<string | undefined>;
}

export interface SettingWrites {
  /**
   * Writes a value unless there is one.
   * @returns the present value: of several simultaneous writers, in any process, one is first, and all get its value
   */
  keep(key: string, value: string): Promise<string>;
  /** Writes a value in place of the present one. */
  replace(key: string, value: string): Promise<void>;
  /** @returns whether the value was there; of several who remove it at once, one gets true */
  remove(key: string, value: string): Promise<boolean>;
}
