/**
 * The database failed, and not the caller: it could not be reached, was lost, or gave up. Storage throws this instead of the error of a
 * driver, which stands in `cause`. Whoever asked may ask again later.
 */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
  /**
   * Whether the transaction may have been committed all the same: the database was lost while the commit was under way. Otherwise
   * nothing of it has happened.
   */
  readonly isUncertain: boolean;
  /**
   * `full`: there is no room left on the disk; asking again helps only when somebody has made some. `damaged`: what was asked for can't
   * be read any more, or not all of it.
   */
  readonly kind: "unavailable" | "full" | "damaged";

  constructor(cause: unknown, isUncertain = false, kind: StorageFailure["kind"] = "unavailable") {
    super(sentenceOf(cause), { cause });
    this.isUncertain = isUncertain;
    this.kind = kind;
  }
}

/** Node reports several addresses that refused as one error without a message. */
function sentenceOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") return sentenceOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
