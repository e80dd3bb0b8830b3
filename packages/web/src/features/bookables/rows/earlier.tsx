import { ChevronRight } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import styles from "../board.module.css";

interface EarlierProps {
  /** how much of what is folded away */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** What is over, folded away until somebody asks for it. */
export function Earlier({ label, isOpen, onToggle }: EarlierProps) {
  return (
    <Button look="quiet" className={styles.earlier} aria-expanded={isOpen} onClick={onToggle}>
      <ChevronRight size={16} strokeWidth={1.7} aria-hidden />
      {label}
    </Button>
  );
}
