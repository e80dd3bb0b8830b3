import { SHORTEST_PASSWORD, judgePassword } from "../../password/model.ts";

export interface PasswordFields {
  readonly current: string;
  readonly next: string;
}
export type PasswordMistake = "missing" | "weak" | "same" | "wrong";
export type PasswordMistakes = { readonly [field in keyof PasswordFields]?: PasswordMistake };

/** Finds the mistakes in the form before it is sent. */
export function checkPasswords({ current, next }: PasswordFields, hasPassword = true): PasswordMistakes {
  return {
    ...(hasPassword && current === "" ? { current: "missing" } : {}),
    ...(judgePassword(next).count < SHORTEST_PASSWORD
      ? { next: "weak" }
      : next === current
        ? { next: "same" }
        : {}),
  };
}

/** The field that a refusal of the server concerns; undefined if it is neither. */
export function mistakeOf(code: string): PasswordMistakes | undefined {
  if (code === "wrong-password") return { current: "wrong" };
  return code === "weak-password" ? { next: "weak" } : undefined;
}
