import type { LucideIcon } from "lucide-react";

/** Something that can be done by its name. */
export interface Command {
  /** the same in every language, for remembering it */
  readonly id: string;
  readonly title: string;
  /** other words by which people search for it */
  readonly words?: string;
  readonly icon: LucideIcon;
  /** a key that does the same */
  readonly key?: string;
  readonly run: () => void;
}
