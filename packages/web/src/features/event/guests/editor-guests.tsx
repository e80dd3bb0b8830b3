import { Users } from "lucide-react";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { GuestsField, type GuestsFieldProps } from "./guests-field.tsx";

/** The line of the editor for those who are asked to it. */
export const EditorGuests = (props: GuestsFieldProps) => (
  <EditorRow icon={<Users {...rowIcon} />}>
    <GuestsField {...props} />
  </EditorRow>
);
