/** What the screens of users share. */
import type { Permission } from '../../../../core/holds.ts';
import { PERMISSIONS } from '../../../../core/permissions.ts';
import type { Tone } from '../../../ui/Tag.tsx';
import type { GivableRolesQuery, UserFragment } from './backoffice.graphql.ts';

export type User = UserFragment;
export type Role = GivableRolesQuery['getClientRoles'][number];

/** Users a page of the list holds; pages are asked for until one is shorter (specification 3, section 9). */
export const USER_PAGE = 100;

/** How it stands with a user, in one word: being kept out counts more than how they came. */
export type Standing = 'active' | 'invited' | 'disabled' | 'removed' | 'anonymized';

export function standingOf(user: Pick<User, 'status' | 'isEnabled'>): Standing {
  if (user.status === 'removed' || user.status === 'anonymized') return user.status;
  if (!user.isEnabled) return 'disabled';
  return user.status === 'invited' ? 'invited' : 'active';
}

export const STANDING_TONES: Readonly<Record<Standing, Tone>> = {
  active: 'good',
  invited: 'info',
  disabled: 'bad',
  removed: 'neutral',
  anonymized: 'neutral',
};

/** @returns whether somebody who holds `held` may give the role: nobody gives more than they hold; the server decides. */
export function mayGive(role: Role, held: readonly Permission[]): boolean {
  return role.permissions.every(({ domain, actions }) => {
    const own = held.filter((permission) => permission.domain === domain).flatMap((permission) => permission.actions);
    if (own.includes('*')) return true;
    const wanted: readonly string[] = actions.includes('*') ? (PERMISSIONS[domain as keyof typeof PERMISSIONS] ?? []) : actions;
    return wanted.every((action) => own.includes(action));
  });
}
