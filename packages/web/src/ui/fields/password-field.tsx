import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { IconButton } from "../icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A field for a secret, with a button that reveals it. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const t = useMessages();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={t(shown ? "password.hide" : "password.show")}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} strokeWidth={1.7} />
        </IconButton>
      }
    />
  );
}
