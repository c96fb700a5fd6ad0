/** What is left of HTML that others wrote. In a browser the same payloads are tried in e2e/mailHtml.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { DEMO_BUNDLES } from '../../demo/templates.ts';
import { checkContent } from './cms.content.logic.ts';
import { LEAKS, PAYLOADS } from './cms.payloads.testing.ts';
import { placeholder } from './cms.placeholders.fixed.ts';
import { markLiquid, sanitizeMail, sanitizePage, unmarkLiquid } from './cms.sanitize.ts';
import { textOf } from './cms.textOf.ts';

const ALLOWED =
  /^(html|head|body|meta|title|style|div|span|p|br|hr|a|img|b|strong|i|em|u|s|strike|del|ins|small|big|sub|sup|font|center|blockquote|pre|code|tt|kbd|samp|q|cite|abbr|address|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th|label|input)$/;
/** A mark stands for a placeholder, which is looked at when it is filled in. */
const ADDRESS = /^(\ufdd0|https?:|mailto:|tel:|cid:|#|data:image\/(png|jpe?g|gif|webp);base64,)/i;

/** Reads tags that a sanitizer wrote: names in lower case, values in double quotes, "<" and ">" nowhere else. */
function wrongIn(html: string, isMail: boolean): string[] {
  const wrong: string[] = [];
  const bare = html.replace(/<style[^<>]*>[^<]*<\/style>/g, '').replace(/^<!doctype html>\n/, '');
  for (const [tag, name = '', attributes = ''] of bare.matchAll(/<\/?([^\s<>/]*)([^<>]*)>/g)) {
    if (!ALLOWED.test(name)) wrong.push(tag);
    const rest = attributes.replace(/ ([a-z:-]+)(?:="([^"]*)")?/g, (_, key: string, value = '') => {
      if (/^on|^(srcdoc|action|formaction|ping|srcset)$/.test(key)) wrong.push(tag);
      if (['href', 'src', 'background'].includes(key) && (isMail || /[:\\\s]/.test(value)) && !ADDRESS.test(value)) wrong.push(tag);
      if (isMail && key === 'src' && !value.startsWith('data:image/')) wrong.push(tag);
      if (key === 'style' && /\\|expression|javascript|behavior|binding|@import|(^|;)position:/i.test(value)) wrong.push(tag);
      if (key === 'style' && isMail && /url/i.test(value)) wrong.push(tag);
      return '';
    });
    if (rest.replace(/[\s/]/g, '') !== '') wrong.push(`${tag} has ${rest}`);
  }
  if (/[<>]/.test(bare.replace(/<\/?[^<>]*>/g, ''))) wrong.push(`loose: ${bare}`);
  return wrong;
}

const withoutComments = (html: string) => html.replace(/<!--\[if [\s\S]*?-->|<!--<!\[endif\]-->/g, '');

it('leaves nothing in a mail that runs, loads or covers', () => {
  for (const payload of PAYLOADS) expect(wrongIn(sanitizeMail(payload), true), payload).toEqual([]);
  for (const payload of LEAKS) expect(sanitizeMail(payload), payload).not.toMatch(/outside|url|fixed|\/t\/o/);
});

it('leaves nothing in a page that runs', () => {
  for (const payload of PAYLOADS) expect(wrongIn(withoutComments(sanitizePage(payload).html), false), payload).toEqual([]);
});

it('holds for anything put together of the pieces of markup', () => {
  const piece = fc.oneof(
    fc.constantFrom(...PAYLOADS),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      '<!--',
      '-->',
      '--!>',
      '<![endif]-->',
      '<!--[if mso]>',
      '</style>',
      '<style>',
      '<svg>',
      '<math>',
      '<table>',
      '<a href="',
      ' onload=',
      '&',
      '&#',
      '\u0000',
      '{{',
      '}}',
      '{% raw %}',
      '{% endraw %}',
      '{% if a %}',
      '{% else %}',
      '{% endif %}',
      '\ufdd0',
      '\ufdd1',
      '0',
      '\ufdd2',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join('');
      expect(wrongIn(sanitizeMail(source), true)).toEqual([]);
      // Liquid and conditional comments stay as they are written: what is around them is looked at.
      const page = withoutComments(sanitizePage(source).html);
      expect(wrongIn(markLiquid(page).text, false)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('takes Liquid out and puts it back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{{', '}}', '{%', '%}', '{% raw %}', '{% endraw %}', '<b>', '"', 'x ', '{', '}'), { maxLength: 30 }),
      (pieces) => {
        const source = pieces.join('');
        const { text, pieces: taken } = markLiquid(source);
        expect(unmarkLiquid(text, taken)).toBe(source);
      },
    ),
  );
  expect(sanitizePage('{% raw %}{{ <img src=x onerror=ran(1)> }}{% endraw %}').html).not.toContain('onerror');
});

describe('templates of clients', () => {
  const check = (content: string) =>
    checkContent({ clientId: uuidv7() }, { locale: 'en_US', subject: 'x', format: 'mjml', content }, 'email', [
      placeholder('link', 'pay', '', 'https://pay.example', 'address'),
    ]);
  const page = (inner: string, head = '') =>
    `<mjml><mj-head>${head}</mj-head><mj-body><mj-section background-url="https://x.example/a.png"><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`;

  it('keeps what MJML makes: comments for Outlook, style sheets, media queries, every style', async () => {
    const { default: mjml2html } = await import('mjml');
    const sources = [
      ...DEMO_BUNDLES.flatMap(({ contentTemplates }) =>
        contentTemplates.filter(({ format }) => format === 'mjml').map(({ content }) => content),
      ),
      page('<mj-hero><mj-text>x</mj-text></mj-hero>').replace(
        '<mj-hero><mj-text>x</mj-text></mj-hero>',
        '<mj-image src="https://x.example/b.png" /><mj-divider /><mj-spacer />',
      ),
      page(
        '<mj-accordion><mj-accordion-element><mj-accordion-title>a</mj-accordion-title><mj-accordion-text>b</mj-accordion-text></mj-accordion-element></mj-accordion>',
      ),
      page(
        '<mj-navbar hamburger="hamburger"><mj-navbar-link href="https://x.example">x</mj-navbar-link></mj-navbar>',
        '<mj-style>.a > b { color: red }</mj-style>',
      ),
    ];
    for (const source of sources) {
      const { html: before } = await mjml2html(source, { validationLevel: 'soft', fonts: {}, keepComments: false, ignoreIncludes: true });
      const after = sanitizePage(before);
      expect(after.problems).toEqual([]);
      expect(shape(after.html)).toEqual(shape(before));
    }
  });

  it('names what a page may not hold', async () => {
    const cases: [string, RegExp][] = [
      ['<mj-raw><img/src=x/onerror=ran(1)></mj-raw>', /^$/],
      ['<mj-raw><svg/onload=ran(1)></mj-raw>', /element/],
      ['<mj-raw><b onclick=ran(1)>x</b></mj-raw>', /event handler/],
      ['<mj-raw><form></form></mj-raw>', /element/],
      ['<mj-raw><input name="x"></mj-raw>', /element/],
      ['<mj-button href="java&#115;cript:ran(1)">x</mj-button>', /run code/],
      ['<mj-text><a href="java\tscript:ran(1)">x</a></mj-text>', /run code/],
      ['<mj-raw><meta http-equiv="refresh" content="0;url=https://x.example"></mj-raw>', /redirect/],
      ['<mj-text><!--[if mso]><script>ran(1)</script><![endif]--></mj-text>', /element/],
      ['<mj-text>{% if 1 == 1 %}<p title="{% else %}">{% endif %}<a title=" onmouseover=ran(1) ">x</a></mj-text>', /within an attribute/],
      ['<mj-text><a href="{{ link.pay }}">x</a></mj-text>', /^$/],
    ];
    for (const [inner, problem] of cases) {
      const { content, problems } = await check(page(inner));
      expect(problems.map(({ message }) => message).join(), inner).toMatch(problem);
      if (content?.html) expect(wrongIn(markLiquid(withoutComments(content.html)).text, false), inner).toEqual([]);
    }
    const { problems } = await check(page('<mj-text>x</mj-text>', '<mj-style>@import url(https://x.example/a.css);</mj-style>'));
    expect(problems[0]?.message).toMatch(/style sheet/);
  });
});

/** Elements, styles, comments and texts of a page that MJML wrote. */
function shape(html: string) {
  const clean = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/;(?=\s*$)/, '')
      .replace(/\s*([:;])\s*/g, '$1')
      .trim();
  const bare = html.replace(/<!--[\s\S]*?-->/g, '');
  return {
    elements: [...bare.matchAll(/<\/?[a-z][a-z0-9]*/g)].map(([tag]) => tag),
    styles: [...bare.matchAll(/\sstyle="([^"]*)"/g)].map(([, style]) => clean(style!.replaceAll('&quot;', '"'))).filter(Boolean),
    sheets: [...bare.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, sheet]) => clean(sheet!)),
    comments: [...html.matchAll(/<!--[\s\S]*?-->/g)].map(([comment]) => clean(comment)),
    addresses: [...bare.matchAll(/\s(?:href|src|background)="([^"]*)"/g)].map(([, address]) => address),
    text: clean(
      bare
        .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
        .replace(/<[^>]*>/g, '')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    ),
  };
}

describe('the text of a page', () => {
  it('says what the page says, with the address after each link', () => {
    const html = `<!doctype html><head><title>no</title><style>no</style></head><body><p>Dear &amp; Co &lt;x&gt;</p><p>Pay <a href="https://pay.example/a?b=1&amp;c=2"><b>here</b></a>,<br>or <a href="https://x.example">https://x.example</a>.</p><table><tr><td>a</td><td>b</td></tr></table><!-- no --></body>`;
    expect(textOf(html)).toBe('Dear & Co <x>\nPay here: https://pay.example/a?b=1&c=2,\nor https://x.example.\nab');
  });
});
