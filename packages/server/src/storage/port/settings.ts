export interface SettingReads {
  get(key: string): Promise<string | undefined>;
}

export interface SettingWrites {
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}
