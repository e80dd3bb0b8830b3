"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import type { ComponentProps, ReactNode } from "react";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** says what it does, for people who can't see the icon; also its tip */
  readonly label: string;
  readonly children: ReactNode;
  readonly size?: 20 | 24 | 28 | 44;
}

/** A button that is only an icon (lucide at 16 px, stroke 1.6). */
export function IconButton({
  label,
  size = 28,
  className,
  type = "button",
  title,
  ...rest
}: IconButtonProps) {
  const names = [styles.button, styles[`s${size}`], className].filter(Boolean).join(" ");
  return <button {...rest} type={type} aria-label={label} title={title ?? label} className={names} />;
}
