import { problemCode, type ApiProblem } from "../../../api/problem.ts";
import type { MessageKey, Messages } from "../../../i18n/messages.ts";

/** The catalogue's codes of JMAP's own error types (RFC 8620 §3.6.2, §5.3). */
const known: Readonly<Record<string, MessageKey>> = {
  forbidden: "error.forbidden",
  accountReadOnly: "error.forbidden",
  notFound: "error.not-found",
  stateMismatch: "error.state-mismatch",
  invalidProperties: "error.invalid-value",
  invalidPatch: "error.invalid-value",
  tooLarge: "error.object-too-large",
  requestTooLarge: "error.request-too-large",
  unreachable: "error.unreachable",
  "signed-out": "error.not-signed-in",
};

/** Returns the catalogue's sentence for a problem. */
export const problemText = (problem: ApiProblem, t: Messages): string =>
  t(known[problemCode(problem)] ?? "error.internal");
