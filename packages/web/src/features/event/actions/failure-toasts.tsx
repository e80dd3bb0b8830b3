import { useFailureToasts } from "./use-failure-toasts.ts";

/** Says at once when a change was not kept. */
export function FailureToasts() {
  useFailureToasts();
  return null;
}
