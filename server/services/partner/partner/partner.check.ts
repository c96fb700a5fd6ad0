/** What may be said of a partner. */
import { checkSelectors } from '../../../../core/attachmentSelectors.ts';
import { type Check, collectFaults } from '../../../../core/collectFaults.ts';
import { isCountry } from '../../../../core/country.ts';
import { readEmail } from '../../../../core/email.ts';
import { invalid } from '../../../../core/fault.ts';
import { normalizePhone } from '../../../../core/phone.ts';
import { PARTNER_TYPES, type partner } from '../ground/partner.tables.ts';
import type { PartnerInput } from '../partner.graphql.ts';

type Columns = typeof partner.$inferSelect;
/** What people say of a partner; the rest the product knows. */
export type PartnerFacts = Omit<Columns, 'clientId' | 'partnerId' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'revision'>;

const MOST_NAME = 120;
const MOST_LINE = 120;
const LINES = ['addressLine1', 'addressLine2', 'addressLine3', 'postalCode', 'city', 'state'] as const;

/**
 * @param before what holds where the input says nothing. @param country of telephone numbers without a prefix.
 * @returns the partner as the input would have it. @throws Fault INVALID_INPUT naming every wrong field
 */
export function readPartnerInput(input: PartnerInput, before: PartnerFacts, country: string): PartnerFacts {
  return collectFaults((check) => {
    const own = check(() => countryOf(input, before)) ?? null;
    return {
      name: check(() => nameOf(input.name === undefined ? before.name : input.name)) ?? '',
      type: check(() => typeOf(input.type ?? before.type)) ?? before.type,
      email: check(() => emailOf(input, before)) ?? null,
      phone: check(() => phoneOf(input, before, own ?? country)) ?? null,
      ...linesOf(check, input, before),
      country: own,
      isSkipTracingDefault: input.isSkipTracingDefault ?? before.isSkipTracingDefault,
      attachmentSelectorList: check(() => checkSelectors(input.attachmentSelectorList ?? null)) ?? before.attachmentSelectorList,
    };
  });
}

function nameOf(text: string | null): string {
  const name = text?.trim() ?? '';
  if (name === '' || name.length > MOST_NAME || /\p{Cc}/u.test(name)) throw invalid('name', 'nameUpTo', { most: MOST_NAME });
  return name;
}

function typeOf(text: string): PartnerFacts['type'] {
  const type = PARTNER_TYPES.find((each) => each === text);
  if (!type) throw invalid('type', 'oneOf', { choices: PARTNER_TYPES.join(', ') });
  return type;
}

function emailOf(input: PartnerInput, before: PartnerFacts): string | null {
  if (input.email === undefined) return before.email;
  if (!input.email?.trim()) return null;
  const email = readEmail(input.email);
  if (email === null) throw invalid('email', 'noAddress');
  return email;
}

function phoneOf(input: PartnerInput, before: PartnerFacts, country: string): string | null {
  if (input.phone === undefined) return before.phone;
  if (!input.phone?.trim()) return null;
  const phone = normalizePhone(input.phone, country);
  if (phone === null) throw invalid('phone', 'phoneUnknown');
  return phone;
}

function countryOf(input: PartnerInput, before: PartnerFacts): string | null {
  if (input.country === undefined) return before.country;
  const code = input.country?.trim().toUpperCase() || null;
  if (code !== null && !isCountry(code)) throw invalid('country', 'countryUnknown');
  return code;
}

const linesOf = (check: Check, input: PartnerInput, before: PartnerFacts) =>
  Object.fromEntries(
    LINES.map((field) => [
      field,
      check(() => {
        const text = (input[field] === undefined ? before[field] : input[field])?.trim() || null;
        if (text !== null && (text.length > MOST_LINE || /\p{Cc}/u.test(text))) throw invalid(field, 'nameLong', { number: MOST_LINE });
        return text;
      }) ?? null,
    ]),
  ) as Pick<PartnerFacts, (typeof LINES)[number]>;
