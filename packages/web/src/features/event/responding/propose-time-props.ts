import type { Responding } from "../actions/actions-state.ts";

export interface ProposeTimeProps {
  readonly responding: Responding;
  readonly onClose: () => void;
}
