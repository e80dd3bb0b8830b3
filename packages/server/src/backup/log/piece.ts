import * as v from "valibot";
import { damaged } from "../backup-problem.ts";
import { wholeFrames, type Checksum, type LogHeader, type WholeFrames } from "./wal-format.ts";

const pair = v.tuple([v.number(), v.number()]);
const schema = v.strictObject({
  format: v.literal(1),
  pageSize: v.number(),
  isBigEndian: v.boolean(),
  salt: pair,
  /** The checksum before the first frame. */
  before: pair,
  /** Whether it begins where the log does. */
  isBeginning: v.boolean(),
  bytes: v.number(),
});
type PieceHeader = v.InferOutput<typeof schema>;

/** Where a piece begins in the log. */
export interface PieceStart {
  readonly log: LogHeader;
  readonly before: Checksum;
  readonly isBeginning: boolean;
}

/** A piece as a file: a line of JSON that says what it is, then the frames as they stand in the log. */
export function pieceBytes({ log, before, isBeginning }: PieceStart, frames: Buffer): Buffer {
  const { pageSize, isBigEndian, salt } = log;
  const header: PieceHeader = {
    format: 1,
    pageSize,
    isBigEndian,
    salt: [...salt],
    before: [...before],
    isBeginning,
    bytes: frames.length,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), frames]);
}

/** The frames of a piece, each of which is as it was written. */
export interface ReadPiece extends WholeFrames {
  readonly header: PieceHeader;
}

/** @throws BackupProblem if any byte is not as it was written */
export function readPiece(content: Buffer, name: string): ReadPiece {
  const end = content.indexOf("\n");
  const parsed = v.safeParse(schema, jsonOf(content.toString("utf8", 0, Math.max(0, end))));
  if (!parsed.success) throw damaged(name);
  const header = parsed.output;
  const bytes = content.subarray(end + 1);
  const whole = wholeFrames(bytes, header, header.before);
  if (whole.bytes !== header.bytes || bytes.length !== header.bytes) throw damaged(name);
  return { ...whole, header };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
