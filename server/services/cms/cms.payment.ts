/** Where money goes, as messages say it, and the pictures of codes that phones read from paper. */
import { encode } from 'uqr';
import { CODES, type Code } from '../../../blocks/nodes.ts';
import { epcPayload } from '../../../core/epc.ts';
import { type SaidWords, words } from '../../../core/fault.ts';
import { toDecimal } from '../../../core/money.ts';
import { countryOf, type PostalAddress } from '../../../core/postalAddress.ts';
import { type BillParty, billReference, type SwissBill, swissPayload, swissProblem } from '../../../core/swissQrBill.ts';
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

/** A code that a page has and its reader goes without. */
export interface MissingCode {
  readonly code: 'transfer' | 'swiss';
  readonly reason: NonNullable<ReturnType<typeof swissProblem>> | 'noAccount' | 'notSepa';
}

/**
 * @param html before it is filled in @param reader what is paid and where to; null: nobody's, and only what the page itself lacks counts.
 * @returns the codes of payments that its reader goes without, and why.
 */
export function missingCodes(html: string | null, reader: Pick<CodeFacts, 'account' | 'claim'> | null): MissingCode[] {
  const said = (code: MissingCode['code'], reason: MissingCode['reason'] | null) => (reason === null ? [] : [{ code, reason }]);
  const images = new Map([...(html ?? '').matchAll(IMAGE)].map(([image, address]) => [address, image]));
  return [...images].flatMap(([address, image]) => {
    if (address === CODES.transfer) return reader === null ? [] : said('transfer', transferProblem(reader.account, reader.claim));
    if (address !== CODES.swiss) return [];
    if (reader !== null) return said('swiss', billProblem(reader.account, reader.claim, creditorIn(image)));
    const [, , postalCode = '', town = ''] = creditorIn(image);
    return said('swiss', postalCode.trim() === '' || town.trim() === '' ? 'creditorAddress' : null);
  });
}

function transferProblem(account: TransferAccount | null, claim: Claim): MissingCode['reason'] | null {
  if (claim && claim.currency !== 'EUR') return 'currency';
  if (!account) return 'noAccount';
  if (!account.hasCode) return 'notSepa';
  if (!claim || claim.balance < 1n) return 'nothingOwed';
  return transferText(account, claim) === null ? 'doesNotFit' : null;
}

function billProblem(account: TransferAccount | null, claim: Claim, creditor: readonly string[]): MissingCode['reason'] | null {
  if (!claim) return 'nothingOwed';
  return account ? swissProblem(billOf(account, claim, creditor)) : 'noAccount';
}

function billOf({ iban, holder }: TransferAccount, claim: NonNullable<Claim>, creditor: readonly string[]): SwissBill {
  const [street = '', number = '', postalCode = '', town = ''] = creditor;
  return {
    iban,
    creditor: { name: holder, street, number, postalCode, town, country: iban.slice(0, 2) },
    amount: claim.balance,
    currency: claim.currency,
    debtor: null,
    reference: referenceOf(claim),
  };
}

/** What says where to pay. */
const NAMES_ACCOUNT = /\bpayment\.(holder|iban|bic)\b/;

/** @returns why a letter may not leave: nobody may be asked to pay to an account that isn't there; null when it may. */
export const lacksBank = (source: string, { account, claim }: Pick<CodeFacts, 'account' | 'claim'>): SaidWords | null =>
  account === null && NAMES_ACCOUNT.test(source) ? words('letterNoBank', { currency: claim?.currency ?? '' }) : null;

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
const creditorIn = (image: string) => decode(CREDITOR.exec(image)?.[1] ?? '').split('|');

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
    const text = textOf(code, facts, creditorIn(image));
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
  return swissPayload({ ...billOf(account, claim, creditor), debtor: debtor?.address ? partyOf(debtorName, debtor.address, home) : null });
}

const partyOf = (name: string, address: PostalAddress, home: string): BillParty => ({
  name,
  street: address.addressLine1 ?? '',
  number: address.houseNumber ?? '',
  postalCode: address.postalCode ?? '',
  town: address.city ?? '',
  country: countryOf(address, home),
});
