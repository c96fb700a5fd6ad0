/** What may be said of a person: names, addresses, telephone numbers, groups. */
import { readEmail } from '../../../core/email.ts';
import { invalid } from '../../../core/fault.ts';
import { normalizePhone } from '../../../core/phone.ts';
import type { PoolGroup } from '../identity/identity.users.logic.ts';
import type { AuthGroupInput } from './backoffice.graphql.ts';
import type { Rules } from './backoffice.user.rules.logic.ts';

const MOST_NAME = 80;
const MOST_GROUPS = 20;
const MOST_PARTNERS = 50;

/** @returns the address in lower case. @throws Fault INVALID_INPUT */
export function emailOf(text: string | null | undefined): string {
  const email = readEmail(text ?? '');
  if (email === null) throw invalid('email', 'noAddress');
  return email;
}

/** @returns the name without spaces around it. @throws Fault INVALID_INPUT */
export function nameOf(field: 'name' | 'middleName' | 'familyName', text: string): string {
  const name = text.trim();
  if (name.length > MOST_NAME || /\p{Cc}/u.test(name)) throw invalid(field, 'nameLong', { number: MOST_NAME });
  return name;
}

/** @param country of numbers written without a prefix. @returns E.164, or nothing for nothing. @throws Fault INVALID_INPUT */
export function phoneOf(text: string, country: string): string {
  if (text.trim() === '') return '';
  const number = normalizePhone(text, country.split('-')[0] ?? null);
  if (number === null) throw invalid('phoneNumber', 'phoneUnknown');
  return number;
}

/**
 * @param roles of the client. @param partners of the client: ids by themselves and by name. @returns the groups with each role and each partner once.
 * @throws Fault INVALID_INPUT for a role or partner that the client does not have, and for people of partners without a partner
 */
export function checkGroups(groups: readonly AuthGroupInput[], { roles, partners: known }: Pick<Rules, 'roles' | 'partners'>): PoolGroup[] {
  if (groups.length > MOST_GROUPS) throw invalid('authGroups', 'groupsMost', { number: MOST_GROUPS });
  const partners = new Map<string, Set<string>>();
  for (const group of groups) {
    if (!roles.has(group.roleId)) throw invalid('authGroups.roleId', 'roleUnknown', { role: group.roleId.slice(0, 60) });
    const own = partners.get(group.roleId) ?? new Set();
    for (const text of group.partnerIds ?? []) {
      const partner = known.get(text.trim().toLowerCase());
      if (partner === undefined) throw invalid('authGroups.partnerIds', 'partnerUnknown', { name: text.trim().slice(0, 60) });
      own.add(partner);
    }
    if (own.size > MOST_PARTNERS) throw invalid('authGroups.partnerIds', 'partnersMost', { number: MOST_PARTNERS });
    partners.set(group.roleId, own);
  }
  for (const [roleId, own] of partners)
    if (roles.get(roleId)?.roleType === 'PARTNER' && own.size === 0)
      throw invalid('authGroups.partnerIds', 'partnerNeeded', { role: roleId });
  return [...partners].map(([roleId, own]) => ({ roleId, partnerIds: [...own].sort() }));
}
