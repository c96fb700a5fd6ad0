/** What SQL asks of a debtor's postal address; core/postalAddress.ts is the same in TypeScript. */
import { PLACES_WITHOUT_CODES } from '../../../../core/postalAddress.ts';

const part = (debtor: string, name: string) => `lower(trim(coalesce(${debtor}.address ->> '${name}', '')))`;
const PARTS = ['addressLine1', 'addressLine2', 'addressLine3', 'houseNumber', 'city', 'postalCode', 'country'];

/** What tells addresses apart: one that came back is wrong until another one is known. @param debtor alias of the table */
export const addressKey = (debtor: string): string => `jsonb_build_array(${PARTS.map((name) => part(debtor, name)).join(', ')})`;

const codeless = PLACES_WITHOUT_CODES.map((country) => `'${country.toLowerCase()}'`).join(', ');
const isPostable = (debtor: string) =>
  `(${part(debtor, 'addressLine1')} || ${part(debtor, 'addressLine2')} || ${part(debtor, 'addressLine3')} <> '' and ${part(debtor, 'city')} <> ''
    and (${part(debtor, 'postalCode')} <> '' or ${part(debtor, 'country')} in (${codeless})))`;

/** Whether letters arrive at a debtor's address: null without one that a letter can be posted to. @param debtor alias of the table */
export const addressUsable = (debtor: string): string =>
  `case when ${isPostable(debtor)} then ${debtor}.returned_address is distinct from ${addressKey(debtor)} end`;
