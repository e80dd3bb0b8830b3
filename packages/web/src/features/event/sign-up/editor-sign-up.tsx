import { ListChecks } from "lucide-react";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";
import { SignUpFields, type SignUpFieldsProps } from "./sign-up-fields.tsx";

/** Shows the editor's lines for an event with sign-up. */
export const EditorSignUp = (props: SignUpFieldsProps) => (
  <EditorRow icon={<ListChecks {...rowIcon} />}>
    <SignUpFields {...props} />
  </EditorRow>
);
