/** Moves the focus to the first field, in the order of the form, that has something wrong with it. */
export function focusFirstError(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): void {
  const wrong = [...form.elements].find(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && Boolean(errors[element.name]),
  );
  wrong?.focus();
}
