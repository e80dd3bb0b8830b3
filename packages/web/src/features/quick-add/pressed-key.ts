/** What ends quick add: Enter makes the event, Tab opens it in the editor. */
export type PressedKey = "Enter" | "Tab";
