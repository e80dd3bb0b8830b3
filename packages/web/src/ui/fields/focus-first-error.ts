/** Moves the focus to the first invalid field, in the order of the form. */
export function focusFirstError(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): void {
  const wrong = [...form.elements].find(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && Boolean(errors[element.name]),
  );
  wrong?.focus();
}
