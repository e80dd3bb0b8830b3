import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import {
  Dialog,
  OverlayArrow,
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from "react-aria-components";
import { Sheet } from "./sheet.tsx";
import { usePhone } from "../use-media.ts";
import { FocusAtOnce } from "./focus-at-once.tsx";
import { useFocusBack } from "./use-focus-back.ts";
import styles from "./popover.module.css";

interface PopoverProps {
  /** describes it to people who can't see where it points */
  readonly label: string;
  /** the element beside it */
  readonly anchor: RefObject<Element | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly placement?: AriaPopoverProps["placement"];
  /** points at its anchor; on a phone it becomes a sheet instead */
  readonly arrow?: boolean;
  readonly className?: string;
  /** in pixels; absent: as its contents need */
  readonly width?: number;
  /** false lets the rest of the page be used meanwhile */
  readonly modal?: boolean;
}

/** The usual width of a popover, and that of its arrow with its distance and the edge of the window, in pixels. */
const USUAL_WIDTH = 352;
const AROUND = 28;

/** An event as wide as the page leaves no room at either side: a popover would leave the window. */
function hasRoomBeside(anchor: Element | null, width: number): boolean {
  if (!anchor) return true;
  const { left, right } = anchor.getBoundingClientRect();
  return Math.max(left, innerWidth - right) >= width + AROUND;
}

/**
 * Floats beside its anchor, or below one that is too wide for that, flips to stay on screen, closes on Esc and on a
 * press outside, gives the focus back.
 */
export function Popover(props: PopoverProps) {
  const {
    label,
    anchor,
    isOpen,
    onClose,
    children,
    placement = "bottom start",
    arrow = false,
    className,
    width,
    modal = true,
  } = props;
  const isPhone = usePhone();
  // What it would return the focus to may be gone: an event in a list that has closed since.
  useFocusBack();
  if (isPhone && arrow) {
    return (
      <Sheet label={label} isOpen={isOpen} onClose={onClose}>
        {children}
      </Sheet>
    );
  }
  return (
    <AriaPopover
      className={[styles.popover, className].filter(Boolean).join(" ")}
      {...(width !== undefined && { style: { width } })}
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement={arrow && !hasRoomBeside(anchor.current, width ?? USUAL_WIDTH) ? "bottom start" : placement}
      offset={arrow ? 13 : 6}
      containerPadding={12}
      isNonModal={!modal}
    >
      {arrow ? (
        <OverlayArrow className={styles.arrow ?? ""}>
          <svg width="14" height="8" viewBox="0 0 14 8" aria-hidden>
            <path d="M0 0 7 7 14 0" />
          </svg>
        </OverlayArrow>
      ) : null}
      <Dialog aria-label={label} className={styles.dialog ?? ""}>
        {arrow ? <Growing>{children}</Growing> : children}
        <FocusAtOnce />
      </Dialog>
    </AriaPopover>
  );
}

/**
 * Contents that load later must fit beside the anchor too: the fixed height is released and the popover placed again.
 */
function Growing({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [inner, held] = [box.current, box.current?.closest<HTMLElement>(`.${styles.popover}`)];
    if (!inner || !held) return undefined;
    const observer = new ResizeObserver(() => {
      if (inner.offsetHeight > held.clientHeight) held.style.maxHeight = "none";
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return <div ref={box}>{children}</div>;
}
