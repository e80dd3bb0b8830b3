import { Users } from "lucide-react";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { GuestsField, type GuestsFieldProps } from "./guests-field.tsx";

/** Shows the guests' line of the editor. */
export const EditorGuests = (props: GuestsFieldProps) => (
  <EditorRow icon={<Users {...rowIcon} />}>
    <GuestsField {...props} />
  </EditorRow>
);
