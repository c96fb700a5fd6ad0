/** The placeholders that every client has. Descriptions in other languages are `placeholder.<group>_<name>` of the web's area `content`. */
import type { List } from '../../../blocks/nodes.ts';
import type { Placeholder, PlaceholderGroup, PlaceholderKind } from './cms.placeholders.ts';

/** @returns a placeholder that belongs to no event and no list. @param kind of its value. @param raw an example, apart from any language. */
export const placeholder = (
  group: PlaceholderGroup,
  name: string,
  description: string,
  raw: string,
  kind: PlaceholderKind = 'text',
): Placeholder => ({
  tag: `${group}.${name}`,
  group,
  kind,
  list: null,
  description,
  example: raw,
  raw,
  eventType: null,
  eventVersion: null,
  required: false,
});

type Entry = readonly [description: string, raw: string, kind?: PlaceholderKind];

const known = (group: PlaceholderGroup, entries: Readonly<Record<string, Entry>>): Placeholder[] =>
  Object.entries(entries).map(([name, [description, raw, kind]]) => placeholder(group, name, description, raw, kind));

/** A list itself, and what its entries have. */
const list = (name: List, description: string, entries: Readonly<Record<string, Entry>>): Placeholder[] => [
  { ...placeholder(name, '', description, '', 'list'), tag: name },
  ...known(name, entries).map((each) => ({ ...each, tag: each.tag.replace(name, 'item'), list: name })),
];

export const FIXED: readonly Placeholder[] = [
  ...known('claim', {
    reference: ['The creditor’s reference of the claim', 'R-2026-004711'],
    type: ['Kind of claim', 'invoice'],
    amount: ['Original amount', '1284.60', 'amount'],
    balance: ['Outstanding amount', '642.30', 'amount'],
    totalFees: ['Fees on the claim', '12.50', 'amount'],
    currency: ['Currency code', 'EUR'],
    dueDate: ['Due date', '2026-10-15', 'day'],
    externalDueDate: ['The creditor’s due date', '2026-10-15', 'day'],
    daysPastDue: ['Days past due; 0 before the due date', '37', 'number'],
    paymentReference: ['What the debtor writes on a transfer', 'R-2026-004711'],
    portfolio: ['Portfolio of the claim', 'Retail 2026'],
    segment: ['Segment of the claim', 'B'],
  }),
  ...known('account', {
    reference: ['The creditor’s reference of the account', 'K-10042'],
    balance: ['Outstanding balance of all claims that are with no partner', '1926.90', 'amount'],
    currency: ['Currency code', 'EUR'],
    activeClaims: ['Number of open claims that are with no partner', '2', 'number'],
    creditor: ['Name of the client organisation', 'Nordlicht Energie'],
  }),
  ...known('product', {
    name: ['Name of the product', 'Strom Komfort'],
    code: ['Code of the product', 'ST-K'],
    type: ['Type of the product', 'electricity'],
    reference: ['Reference of the product', 'ST-K'],
  }),
  ...known('debtor', {
    salutation: ['Salutation with the name, in the message’s language', 'Guten Tag Anna Weber'],
    fullName: ['Title, first and last name, or the company', 'Anna Weber'],
    firstName: ['First name', 'Anna'],
    lastName: ['Last name', 'Weber'],
    title: ['Title', ''],
    companyName: ['Company', ''],
    reference: ['The creditor’s reference of the debtor', 'D-10042'],
    email: ['Email address', 'anna.weber@example.com'],
    mobileNumber: ['Mobile number', '+49 151 12345678'],
    postalCode: ['Postal code', '10115'],
    city: ['City', 'Berlin'],
    country: ['Country', 'DE'],
    postalAddress: ['Name and postal address, one line each, as envelopes want them', 'Anna Weber\nLindenstraße 12\n10115 Berlin'],
  }),
  ...known('strategy', { name: ['Name of the strategy that sends the message', 'Reminder'] }),
  ...known('link', {
    pay: ['Address of the debtor’s own page', 'https://pay.example.com/p/a1b2c3-EXAMPLE', 'address'],
    unsubscribe: ['Address that stops emails; email only', 'https://pay.example.com/t/u/EXAMPLE', 'address'],
  }),
  ...known('payment', {
    holder: ['Holder of the bank account to pay to', 'Nordlicht Energie GmbH'],
    iban: ['IBAN of the bank account to pay to', 'DE02 1203 0000 0000 2020 51'],
    bic: ['BIC of the bank account to pay to', 'BYLADEM1001'],
    transferCode: ['What the code says that fills in a transfer; empty where there can’t be one', 'BCD 002 1 SCT'],
    billReference: ['Payment reference as a Swiss QR bill writes it', 'RF18 5390 0754 7034'],
    billAmount: ['Outstanding amount as a Swiss QR bill writes it', '642.30'],
  }),
  ...known('message', { date: ['Day the message is written', '2026-11-21', 'day'] }),
  ...list('claims', 'All open claims of the account that are with no partner', {
    reference: ['The creditor’s reference of the claim', 'R-2026-004711'],
    product: ['Name of its product', 'Strom Komfort'],
    amount: ['Original amount', '1284.60', 'amount'],
    fees: ['Fees on the claim', '12.50', 'amount'],
    balance: ['Outstanding amount', '642.30', 'amount'],
    dueDate: ['Due date', '2026-10-15', 'day'],
    daysPastDue: ['Days past due; 0 before the due date', '37', 'number'],
  }),
  ...list('instalments', 'The instalments of the active plan', {
    number: ['Number of the instalment', '1', 'number'],
    amount: ['Amount of the instalment', '107.05', 'amount'],
    dueDate: ['Due date of the instalment', '2026-12-01', 'day'],
    status: ['pending, paid, missed or canceled', 'pending'],
  }),
];
