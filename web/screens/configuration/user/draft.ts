/** What the form of a user holds, and what of it is sent: only what was changed. */
import type { SaveUserMutationVariables } from './backoffice.graphql.ts';
import type { User } from './user.ts';

export interface Draft {
  readonly email: string;
  readonly name: string;
  readonly middleName: string;
  readonly familyName: string;
  readonly phoneNumber: string;
  readonly groups: readonly DraftGroup[];
}

export interface DraftGroup {
  /** Which line of the form it is, whatever role is chosen there. */
  readonly key: string;
  readonly roleId: string;
  readonly partnerIds: readonly string[];
}

/** @returns a line to choose a role in. */
export function newGroup(): DraftGroup {
  return { key: `new-${Math.random()}`, roleId: '', partnerIds: [] };
}

/** @param user null: somebody new, who begins with one role to choose. */
export function draftOf(user: User | null): Draft {
  return {
    email: user?.email ?? '',
    name: user?.firstName ?? '',
    middleName: user?.middleName ?? '',
    familyName: user?.familyName ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    groups: user
      ? user.authGroups.map(({ roleId, partnerIds }) => ({ key: roleId, roleId, partnerIds }))
      : [{ key: 'first', roleId: '', partnerIds: [] }],
  };
}

/** @returns the groups as they are sent. */
const groupsOf = (draft: Draft) => draft.groups.map(({ roleId, partnerIds }) => ({ roleId, partnerIds: [...partnerIds] }));

/** @returns whether two drafts say the same. */
export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify({ ...one, groups: groupsOf(one) }) === JSON.stringify({ ...other, groups: groupsOf(other) });
}

/** @returns whether enough is there to be sent. Who has a role keeps at least one: leaving the client is an action of its own. */
export function isWhole(draft: Draft, isNew: boolean): boolean {
  return (!isNew || draft.email.includes('@')) && draft.groups.length > 0 && draft.groups.every((group) => group.roleId !== '');
}

/** @param base what was read; null: somebody new. @returns what is sent, with what was read last, so that two edits do not pass each other. */
export function inputOf(draft: Draft, base: User | null): SaveUserMutationVariables['backofficeUser'] {
  const start = draftOf(base);
  const texts = (['name', 'middleName', 'familyName', 'phoneNumber'] as const).filter(
    (field) => base === null || draft[field] !== start[field],
  );
  const isRegrouped = base === null || JSON.stringify(groupsOf(draft)) !== JSON.stringify(groupsOf(start));
  return {
    ...(base === null ? { email: draft.email } : { id: base.id, modifiedAt: base.modifiedAt ?? null }),
    ...Object.fromEntries(texts.map((field) => [field, draft[field]])),
    ...(isRegrouped ? { authGroups: groupsOf(draft) } : {}),
  };
}
