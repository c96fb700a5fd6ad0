/** A field of text that something can be put into where its cursor is. */
type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Puts a text in place of what is selected, and the cursor behind it. @param write takes the field's new value. @param focusSoon runs
 * the rest once the value shows: after a menu, which hands the focus back to its button when it closes, by setTimeout.
 */
export function insertAt(field: TextField, text: string, write: (value: string) => void, focusSoon: (act: () => void) => void): void {
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  write(field.value.slice(0, from) + text + field.value.slice(to));
  focusSoon(() => {
    field.focus();
    field.setSelectionRange(from + text.length, from + text.length);
  });
}
