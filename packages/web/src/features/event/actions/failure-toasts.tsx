import { useFailureToasts } from "./use-failure-toasts.ts";

/** Reports at once that a change was not stored. */
export function FailureToasts() {
  useFailureToasts();
  return null;
}
