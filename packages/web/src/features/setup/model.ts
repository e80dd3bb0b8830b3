import { SHORTEST_PASSWORD, judgePassword } from "../password/model.ts";

/** What the person fills in. */
export interface SetupFields {
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
}
export type SetupField = keyof SetupFields;
/** The problem code of each field that has one. */
export type SetupErrors = { readonly [field in SetupField]?: string };

/** The same rules as the server's, so that most mistakes are told before anything is sent. */
export function checkSetup({ displayName, email, password }: SetupFields): SetupErrors {
  return {
    ...(displayName.trim() === "" ? { displayName: "needName" } : {}),
    ...(/^[^\s@]+@[^\s@]+$/.test(email.trim()) ? {} : { email: "invalid-email" }),
    ...(judgePassword(password).count < SHORTEST_PASSWORD ? { password: "weak-password" } : {}),
  };
}

/** Which field a refusal of the server belongs under; undefined when it concerns the whole form. */
export function fieldOf(code: string, fields: Readonly<Record<string, unknown>>): SetupField | undefined {
  const { field } = fields;
  if (field === "displayName" || field === "email" || field === "password") return field;
  if (code === "invalid-email" || code === "duplicate-email") return "email";
  if (code === "weak-password") return "password";
  return code === "invalid-name" ? "displayName" : undefined;
}

/** The token of the one-time link; null when the link was not copied whole. */
export const tokenOf = (search: string): string | null => new URLSearchParams(search).get("token") || null;

/** What a whole setup link looks like. */
export const exampleLink = (origin: string): string => `${origin}/setup?token=…`;
