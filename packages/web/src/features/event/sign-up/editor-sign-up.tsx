import { ListChecks } from "lucide-react";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { SignUpFields, type SignUpFieldsProps } from "./sign-up-fields.tsx";

/** The lines of the editor for an event that people put themselves down for. */
export const EditorSignUp = (props: SignUpFieldsProps) => (
  <EditorRow icon={<ListChecks {...rowIcon} />}>
    <SignUpFields {...props} />
  </EditorRow>
);
