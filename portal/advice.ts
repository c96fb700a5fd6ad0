/** Independent debt advice that is free to people in debt, by country. A country stands here only when its services are known for certain. */
export interface Advice {
  readonly name: string;
  readonly url: string;
}

const BY_COUNTRY: Readonly<Record<string, readonly Advice[]>> = {
  AT: [{ name: 'Schuldenberatung', url: 'https://www.schuldenberatung.at' }],
  DE: [{ name: 'Schuldnerberatung', url: 'https://www.meine-schulden.de' }],
  GB: [
    { name: 'MoneyHelper', url: 'https://www.moneyhelper.org.uk' },
    { name: 'StepChange', url: 'https://www.stepchange.org' },
    { name: 'National Debtline', url: 'https://www.nationaldebtline.org' },
  ],
  NL: [
    { name: 'Geldfit', url: 'https://geldfit.nl' },
    { name: 'NVVK', url: 'https://www.nvvk.nl' },
  ],
  US: [{ name: 'NFCC', url: 'https://www.nfcc.org' }],
};

/** @param country ISO 3166. @returns none for a country whose services are not known. */
export const adviceIn = (country: string): readonly Advice[] => BY_COUNTRY[country] ?? [];
