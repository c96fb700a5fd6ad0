/** The fields of a form that something is wrong with, as they are on screen. */

/** A field with the words beside it. */
export interface WrongField {
  readonly name: string;
  readonly element: HTMLElement;
}

/** @returns the part of the page that a note speaks of: its form, dialog or, where there is none, the whole page. */
export const formAround = (note: Element | null): ParentNode => note?.closest('form, [role="dialog"], main') ?? document;

/** @returns the wrong fields in the order of the page, each by its label; fields of one name by that of their group too ("Other addresses: Country"). */
export function wrongFieldsIn(form: ParentNode): WrongField[] {
  const found = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].map((element) => ({ name: labelOf(element), element }));
  const isShared = (name: string) => found.filter((each) => each.name === name).length > 1;
  return found
    .filter(({ name }) => name !== '')
    .map(({ name, element }) => {
      const group = isShared(name) ? element.closest('fieldset')?.querySelector('legend')?.textContent?.trim() : undefined;
      return { name: group ? `${group}: ${name}` : name, element };
    });
}

function labelOf(element: HTMLElement): string {
  const label = (element as HTMLInputElement).labels?.[0] ?? labelledBy(element);
  const text = label?.textContent ?? element.getAttribute('aria-label') ?? '';
  // What marks a required field is no part of its name.
  return text.replace(/\s*\*\s*$/, '').trim();
}

const labelledBy = (element: HTMLElement) => {
  const [id = ''] = (element.getAttribute('aria-labelledby') ?? '').split(' ');
  return document.getElementById(id);
};

/** Leads to a field that is wrong: in a long form it may be out of view. */
export function leadTo(field: HTMLElement | null | undefined): void {
  field?.scrollIntoView({ block: 'center' });
  // A list of choices would open and lie over what is said.
  const opens = field?.hasAttribute('aria-haspopup') && !field.hasAttribute('readonly') && !field.hasAttribute('data-opens-by-typing');
  if (!opens) field?.focus({ preventScroll: true });
}
