"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import type { ComponentProps } from "react";
import styles from "./button.module.css";

export interface ButtonProps extends ComponentProps<"button"> {
  /** primary: the one thing to do here; plain: outlined; quiet: no edge; danger: destructive, dangerFill: the same where it is the answer (a name with a hyphen is lost in the build); inline: looks like a link */
  readonly look?: "primary" | "plain" | "quiet" | "danger" | "dangerFill" | "inline";
  /** 28 in toolbars, 36 in forms, 40 on sign-in and booking */
  readonly size?: 28 | 36 | 40;
}

/** A button with words. Its type is `button` unless given, so that it never sends a form by accident. */
export function Button({ look = "plain", size = 28, className, type = "button", ...rest }: ButtonProps) {
  const names = [styles.button, styles[look], styles[`s${size}`], className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}
