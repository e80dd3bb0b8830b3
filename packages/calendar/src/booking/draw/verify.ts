import { drawOrder, handOut, type DrawShare, type Sha256 } from "./draw.ts";
import { digestOf, type ReadDrawResult } from "./result-file.ts";

/** What of a result does not come out again. `place` counts from 1 in the order, `number` is an applicant's. */
export type DrawFault =
  | { readonly kind: "seed" }
  | { readonly kind: "numbers"; readonly place: number }
  | { readonly kind: "labels"; readonly number: number }
  | { readonly kind: "order"; readonly place: number; readonly said?: number; readonly found?: number }
  | { readonly kind: "share"; readonly place: number; readonly said?: DrawShare; readonly found?: DrawShare }
  | { readonly kind: "digest" };

/** Makes a draw again from its file. @returns the first thing that differs; undefined: the draw holds */
export function verifyDraw({ result, digest }: ReadDrawResult, sha256: Sha256): DrawFault | undefined {
  if (sha256(result.seed) !== result.commitment) return { kind: "seed" };
  const { applicants, labels } = result;
  const misplaced = applicants.findIndex(({ number }, at) => number !== at + 1);
  if (misplaced >= 0) return { kind: "numbers", place: misplaced + 1 };
  let former: string | undefined;
  for (const { number } of applicants) {
    const label = labels.get(number);
    if (label !== undefined && former !== undefined && label < former) return { kind: "labels", number };
    former = label ?? former;
  }
  const order = drawOrder(result.seed, applicants, sha256);
  const length = Math.max(order.length, result.order.length, result.result.length);
  for (let at = 0; at < length; at++) {
    const [said, found] = [result.order[at], order[at]];
    if (said !== found)
      return {
        kind: "order",
        place: at + 1,
        ...(said !== undefined && { said }),
        ...(found !== undefined && { found }),
      };
  }
  const shares = handOut(result, order);
  for (let at = 0; at < length; at++) {
    const [said, found] = [result.result[at], shares[at]];
    if (said?.number !== found?.number || said?.wish !== found?.wish || said?.unit !== found?.unit)
      return { kind: "share", place: at + 1, ...(said && { said }), ...(found && { found }) };
  }
  return digestOf(result, sha256) === digest ? undefined : { kind: "digest" };
}
