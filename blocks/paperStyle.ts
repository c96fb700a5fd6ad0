/**
 * The style sheet of letters. Chromium prints true to the millimetre as long as nothing is wider than the sheet (it would shrink the page, and the address
 * would leave the window), so pages have no margins left and right: what is printed keeps its own distance.
 */
import type { Word } from './said/keys.ts';
import { PAPERS, WINDOWS, type Window } from './windows.ts';

/** Millimetres: what no page prints on. It is the same for the first page, or what stands still on all of them would stand elsewhere on each. */
export const TOP = 10;
const [LEFT, RIGHT, BOTTOM] = [25, 20, 20];
/** Between the upper margin and the text of a page that follows. */
const OVER = 12;
/** What a footer takes above the page's number. */
const FOOTER = 17;

export interface PaperStyle {
  readonly window: Window;
  readonly hasFooter: boolean;
  /** A list of families. */
  readonly font: string;
  /** Of lines under the heads of tables. */
  readonly accent: string;
  /** For the page's number, which no Liquid can write into a style sheet. */
  readonly words: Readonly<Record<Word, string>>;
}

/** @returns the style sheet; nothing in it is written by people. */
export function paperStyle({ window, hasFooter, font, accent, words }: PaperStyle): string {
  const { address, facts, text, paper } = WINDOWS[window];
  const { name, width, height } = PAPERS[paper];
  const quoted = (said: string) => `"${said.replace(/["\\\n<]/g, '')}"`;
  const number = `${quoted(`${words.page} `)} counter(page) ${quoted(` ${words.pageOf} `)} counter(pages)`;
  return `
@page { size: ${name}; margin: ${TOP}mm 0 ${hasFooter ? BOTTOM - 6 : BOTTOM}mm 0; @bottom-right { content: ${number}; font: 8pt ${font}; color: #444; padding-right: ${RIGHT}mm; vertical-align: top; padding-top: 3mm; } }
@page bill { margin: 0; @bottom-right { content: none; } }
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; width: ${width}mm; font: 10.5pt/1.4 ${font}; color: #000; overflow-wrap: anywhere; }
p, h1, h2, h3, ul, ol { margin-top: 0; }
h1 { font-size: 14pt !important; line-height: 1.3 !important; }
h2 { font-size: 12pt !important; line-height: 1.3 !important; }
h3 { font-size: 10.5pt !important; line-height: 1.3 !important; }
h1, h2, h3 { break-after: avoid; }
p, li { orphans: 2; widows: 2; }
a { color: inherit; }
a[href^="http"]::after { content: " (" attr(href) ")"; overflow-wrap: anywhere; }
.q-left { text-align: left; } .q-center { text-align: center; } .q-right { text-align: right; }
.q-part, .q-columns, .q-line { margin: 0 ${RIGHT}mm 4mm ${LEFT}mm; }
.q-small { font-size: 8.5pt; }
.q-columns { display: flex; gap: 5mm; }
.q-column { min-width: 0; }
.q-columns .q-part, .q-columns .q-line { margin-left: 0; margin-right: 0; }
.q-line { border: 0; border-top: 0.25mm solid #999; }
.q-image { break-inside: avoid; }
.q-picture { max-width: 100%; }
.q-code { width: 30mm; height: 30mm; image-rendering: pixelated; }
.q-table { width: 100%; border-collapse: collapse; }
.q-table th, .q-table td { padding: 1.2mm 2mm 1.2mm 0; border-bottom: 0.2mm solid #999; vertical-align: top; }
.q-table th { border-bottom-color: ${accent}; font-weight: 700; }
.q-table th:last-child, .q-table td:last-child { padding-right: 0; }
.q-facts td:first-child { width: 45mm; }
.q-table tr { break-inside: avoid; }
thead { display: table-header-group; }
.q-break { break-after: page; }
.q-mark { position: absolute; left: 5mm; top: 0; width: 4mm; border-top: 0.2mm solid #888; }
.q-head { position: relative; margin-top: -${OVER}mm; height: ${text - TOP}mm; overflow: hidden; }
.q-logo { position: absolute; left: ${LEFT}mm; right: ${RIGHT}mm; top: 0; height: ${Math.min(address.top - 18, 30)}mm; font-size: 13pt; }
.q-logo img { max-height: 100%; max-width: 100%; }
.q-sender { position: absolute; left: ${address.left}mm; top: ${address.top - 5 - TOP}mm; width: ${address.width}mm; height: 4mm; overflow: hidden; white-space: nowrap; font-size: 6.5pt; line-height: 4mm; }
.q-address { position: absolute; left: ${address.left}mm; top: ${address.top - TOP}mm; width: ${address.width}mm; height: ${address.height}mm; overflow: hidden; white-space: pre-line; font-size: ${address.font}pt; line-height: ${address.line}mm; }
.q-aside { position: absolute; left: ${facts.left}mm; top: ${facts.top - TOP}mm; width: ${facts.width}mm; font-size: 9pt; }
.q-aside table { border-collapse: collapse; width: 100%; }
.q-aside td { padding: 0 2mm 0.6mm 0; vertical-align: top; }
.q-aside td:last-child { text-align: right; padding-right: 0; }
.q-contact { margin-top: 2mm; }
.q-sheet { width: 100%; border-spacing: 0; }
.q-sheet > tbody > tr > td, .q-over, .q-room { padding: 0; }
.q-over { height: ${OVER}mm; }
.q-room { height: ${FOOTER}mm; }
.q-footer { position: fixed; left: ${LEFT}mm; right: ${RIGHT}mm; bottom: 0; max-height: ${FOOTER - 3}mm; overflow: hidden; font-size: 7pt; line-height: 1.3; color: #444; }
.q-footer p { margin: 0 !important; }
${billStyle(height)}`;
}

/** The payment part: 105 mm at the foot of a sheet of its own, receipt left, in the sizes that the guidelines of SIX set. */
function billStyle(height: number): string {
  return `.q-bill { page: bill; break-before: page; position: relative; z-index: 1; background: #fff; width: 210mm; height: ${height}mm; overflow: hidden; font-family: Arial, Helvetica, sans-serif; }
.q-bill > div { position: absolute; top: ${height - 105}mm; height: 105mm; overflow: hidden; border-top: 0.2mm dashed #000; }
.q-bill .q-receipt { left: 0; width: 62mm; border-right: 0.2mm dashed #000; padding: 5mm; font-size: 8pt; line-height: 9pt; }
.q-bill .q-payment { left: 62mm; width: 148mm; padding: 5mm; font-size: 10pt; line-height: 11pt; }
.q-bill h1 { font-size: 11pt !important; line-height: 12pt !important; margin: 0; height: 7mm; }
.q-bill h2 { font-size: 6pt !important; line-height: 9pt !important; margin: 0; }
.q-payment h2 { font-size: 8pt !important; line-height: 11pt !important; }
.q-bill p { margin: 0 0 2mm; white-space: pre-line; }
.q-payment .q-code { position: absolute; left: 5mm; top: 17mm; width: 46mm; height: 46mm; }
.q-payment .q-said { position: absolute; left: 56mm; top: 5mm; width: 87mm; height: 85mm; overflow: hidden; }
.q-sum { position: absolute; left: 5mm; top: 68mm; width: 52mm; height: 22mm; } .q-receipt .q-sum { height: 14mm; }
.q-sum div { position: absolute; left: 0; top: 0; } .q-sum div + div { left: 15mm; }
.q-accept { position: absolute; right: 5mm; top: 82mm; font-weight: 700; font-size: 6pt; }`;
}
