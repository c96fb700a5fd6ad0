/** HTML as values: what is put into a template is text and is escaped, unless it is a template itself. */

/** A piece of finished HTML; only `html` makes one. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly (Html | null | false)[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/** @returns the text with everything that HTML reads as markup or as the end of an attribute replaced. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => ESCAPES[sign] ?? sign);
}

function write(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(write).join('');
  return escapeText(String(value));
}

/** Template tag: `html\`<p title="${name}">${name}</p>\``. Attribute values are always quoted by whoever writes the template. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1]) + part));
}
