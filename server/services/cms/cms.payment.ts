/** Where money goes, as messages say it, and the pictures of codes that phones read from paper. */
import { encode } from 'uqr';
import { CODES, type Code } from '../../../blocks/nodes.ts';
import { epcPayload } from '../../../core/epc.ts';
import { toDecimal } from '../../../core/money.ts';
import { countryOf, type PostalAddress } from '../../../core/postalAddress.ts';
import { type BillParty, billReference, swissPayload } from '../../../core/swissQrBill.ts';
import type { Facts } from '../../../engine/types.ts';
import type { TransferAccount } from '../finance/account/transfer.logic.ts';
import type { Fields, Values } from './cms.placeholders.ts';
import { codePicture, swissCross } from './cms.png.ts';
import { decode } from './cms.text.ts';

type Claim = Facts['claim'];

const grouped = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? '';

/** What a debtor writes on a transfer. */
const referenceOf = (claim: Claim) => claim?.paymentReference ?? claim?.externalClaimRef ?? '';

/** @returns the placeholders of the group `payment`; empty ones where the client has no account for the currency. */
export function paymentValues(account: TransferAccount | null, claim: Claim): Fields {
  const { holder = '', iban = '', bic = '' } = account ?? {};
  const reference = account ? billReference({ iban, reference: referenceOf(claim) }) : null;
  const written =
    reference?.kind === 'QRR'
      ? // From the right in fives, as the guidelines write it.
        `${reference.reference.slice(0, 2)} ${grouped(reference.reference.slice(2), 5)}`
      : grouped(reference?.reference ?? '', 4) || (reference?.message ?? '');
  const amount = claim ? toDecimal(claim.balance, claim.currency).replace(/\B(?=(\d{3})+\.)/g, ' ') : '';
  const transferCode = transferText(account, claim) ?? '';
  return { holder, iban: grouped(iban, 4), bic: bic ?? '', transferCode, billReference: written, billAmount: amount };
}

/** @returns what the code of a transfer says; null without an account that banking apps know, a claim, or anything owed. */
const transferText = (account: TransferAccount | null, claim: Claim): string | null =>
  account?.hasCode && claim ? epcPayload({ ...account, amount: claim.balance, reference: referenceOf(claim) }) : null;

/** @returns whether a page's reader goes without its code for a transfer. @param html before it is filled in @param payment what is filled in */
export const lacksTransferCode = (html: string | null, payment: Fields | undefined): boolean =>
  html?.includes(CODES.transfer) === true && payment?.transferCode === '';

/** What codes are made of. */
export interface CodeFacts {
  readonly account: TransferAccount | null;
  readonly claim: Claim;
  readonly debtor: Facts['debtor'];
  readonly debtorName: string;
  /** The debtor's own page. */
  readonly pay: string;
  /** The country letters are posted in. */
  readonly home: string;
}

/** Of the picture's element on the page. */
const IMAGE = /<img\b[^>]*?\ssrc="(cid:[A-Za-z]+)"[^>]*>/g;
/** Street, number, postcode and town of the creditor, which the payment part keeps there for its code. */
const CREDITOR = /\stitle="([^"]*)"/;

export interface PageWithCodes {
  readonly html: string;
  /** Its Swiss bill can't be made. */
  readonly lacksBill: boolean;
}

/** Light modules around a code. On a screen there may be anything around the picture. */
const BORDERS = { paper: 2, mail: 4 } as const;

/**
 * Puts the pictures of codes into a page, as data: addresses; a mail takes them along as parts of its own when it leaves (platform/delivery/mime.ts).
 * One of a transfer or a page that can't be made is left out, since what it says stands beside it.
 */
export function withCodes(html: string, facts: CodeFacts, medium: keyof typeof BORDERS): PageWithCodes {
  let lacksBill = false;
  const page = html.replace(IMAGE, (image: string, address: string) => {
    const code = (Object.keys(CODES) as Code[]).find((name) => CODES[name] === address);
    if (!code) return image;
    const creditor = decode(CREDITOR.exec(image)?.[1] ?? '').split('|');
    const text = textOf(code, facts, creditor);
    if (text === null && code === 'swiss') lacksBill = true;
    return text === null ? '' : image.replace(CREDITOR, '').replace(address, pictureOf(code, text, medium));
  });
  return { html: page, lacksBill };
}

/** @returns a page with codes that lead nowhere: a preview must not be paid by. */
export function withSampleCodes(html: string | null, values: Values, medium: keyof typeof BORDERS): string | null {
  const said = `QUITTANCE PREVIEW ${String(values.link.pay ?? '')}`;
  return (
    html?.replace(IMAGE, (image: string, address: string) => {
      const code = (Object.keys(CODES) as Code[]).find((name) => CODES[name] === address);
      return code ? image.replace(CREDITOR, '').replace(address, pictureOf(code, said, medium)) : image;
    }) ?? null
  );
}

const pictureOf = (code: Code, text: string, medium: keyof typeof BORDERS) => {
  const { data } = encode(text, { ecc: 'M', border: code === 'swiss' ? 0 : BORDERS[medium] });
  return `data:image/png;base64,${codePicture(data, code === 'swiss' ? swissCross : undefined).toString('base64')}`;
};

function textOf(code: Code, { account, claim, debtor, debtorName, pay, home }: CodeFacts, creditor: readonly string[]): string | null {
  if (code === 'page') return pay === '' ? null : pay;
  if (code === 'transfer') return transferText(account, claim);
  if (!account || !claim) return null;
  const reference = referenceOf(claim);
  const [street = '', number = '', postalCode = '', town = ''] = creditor;
  return swissPayload({
    iban: account.iban,
    creditor: { name: account.holder, street, number, postalCode, town, country: account.iban.slice(0, 2) },
    amount: claim.balance,
    currency: claim.currency,
    debtor: debtor?.address ? partyOf(debtorName, debtor.address, home) : null,
    reference,
  });
}

const partyOf = (name: string, address: PostalAddress, home: string): BillParty => ({
  name,
  street: address.addressLine1 ?? '',
  number: address.houseNumber ?? '',
  postalCode: address.postalCode ?? '',
  town: address.city ?? '',
  country: countryOf(address, home),
});
