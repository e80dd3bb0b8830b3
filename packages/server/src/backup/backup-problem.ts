/** What stands in the way of a backup, for programs. */
export type BackupProblemCode = "no-room" | "not-writable" | "damaged" | "failed";

/** Why a backup can't be made, read or restored, as sentences for the person who asked for it. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
  readonly code: BackupProblemCode;

  constructor(message: string, code: BackupProblemCode = "failed") {
    super(message);
    this.code = code;
  }
}

/** The archive is not as it was written. */
export const damaged = (where: string): BackupProblem =>
  new BackupProblem(`The backup is damaged or was cut off (${where}).`, "damaged");
