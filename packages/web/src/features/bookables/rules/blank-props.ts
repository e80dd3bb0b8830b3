/** What every control of a blank is given. */
export interface BlankProps<T = unknown> {
  /** the whole sentence */
  readonly name: string;
  readonly value: T;
  readonly isWrong: boolean;
  /** of the sentence on what is wrong */
  readonly noteId: string;
  readonly onChange: (value: unknown) => void;
}
