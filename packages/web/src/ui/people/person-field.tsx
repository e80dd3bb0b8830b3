import { useRef } from "react";
import { TextField, type TextFieldProps } from "../fields/text-field.tsx";
import type { PersonChoice } from "./matching-people.ts";
import { PeopleList } from "./people-list.tsx";
import { usePeopleList } from "./use-people-list.ts";

interface PersonFieldProps extends Omit<TextFieldProps, "onChange" | "list" | "ref" | "role"> {
  readonly choices: readonly PersonChoice[];
  readonly value: string;
  readonly onText: (text: string) => void;
  /** absent: the text of the choice is put into the field */
  readonly onChoose?: (choice: PersonChoice) => void;
}

/** A labelled field in which one person is typed, or chosen from a list with faces. */
export function PersonField({ choices, value, onText, onChoose, onKeyDown, ...rest }: PersonFieldProps) {
  const take = onChoose ?? ((choice: PersonChoice) => onText(choice.value));
  const field = useRef<HTMLInputElement>(null);
  const { input, list } = usePeopleList({ field, choices, text: value, onChoose: take });
  return (
    <div>
      <TextField
        maxLength={300}
        {...rest}
        {...input}
        value={value}
        onKeyDown={(event) => {
          input.onKeyDown(event);
          if (!event.defaultPrevented) onKeyDown?.(event);
        }}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {list ? <PeopleList {...list} /> : null}
    </div>
  );
}
