/** The plain page that the product's own example messages share: sender, greeting, paragraphs, the facts of the claim, one button, small print. */

/** The words of a page. Each may hold placeholders; none may hold markup of its own but `links`. */
export interface Letter {
  readonly greeting: string;
  readonly lines: readonly string[];
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[];
  /** What the button to the debtor’s own page says. */
  readonly button: string;
  readonly small: readonly string[];
  /** The last line, after the creditor’s name: who writes and why, a telephone number. */
  readonly sender: string;
  readonly unsubscribe: string;
}

/** @returns the page as MJML. */
export function letterPage({ greeting, lines, facts, button, small, sender, unsubscribe }: Letter): string {
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><td style="padding:4px 0;color:#4C5A56">${label}</td><td style="padding:4px 0;text-align:right;font-weight:600">${value}</td></tr>`;
  return `<mjml>
  <mj-head><mj-attributes><mj-all font-family="Arial, sans-serif" color="#17211E" /><mj-text font-size="15px" line-height="23px" /></mj-attributes></mj-head>
  <mj-body background-color="#F7F7F4">
    <mj-section padding="28px 0 0"><mj-column><mj-text font-size="17px" font-weight="700">{{ account.creditor }}</mj-text></mj-column></mj-section>
    <mj-section background-color="#FFFFFF" border-radius="10px" padding="20px 8px">
      <mj-column>
        <mj-text>${greeting}</mj-text>
${lines.map((line) => `        <mj-text>${line}</mj-text>`).join('\n')}
        <mj-table>${facts.map(row).join('')}</mj-table>
        <mj-button background-color="#0E6B57" color="#FFFFFF" border-radius="8px" href="{{ link.pay }}">${button}</mj-button>
${small.map((line) => `        <mj-text font-size="13px" color="#4C5A56">${line}</mj-text>`).join('\n')}
      </mj-column>
    </mj-section>
    <mj-section><mj-column><mj-text font-size="12px" color="#4C5A56">${sender} · <a href="{{ link.unsubscribe }}" style="color:#4C5A56">${unsubscribe}</a></mj-text></mj-column></mj-section>
  </mj-body>
</mjml>`;
}
