/** What the form of a user holds, and what of it is sent: only what was changed. */
import type { SaveUserMutationVariables } from './backoffice.graphql.ts';
import type { User } from './user.ts';

/** Named as the server names what it refuses. */
export type Draft = {
  readonly email: string;
  readonly name: string;
  readonly middleName: string;
  readonly familyName: string;
  readonly phoneNumber: string;
  readonly authGroups: readonly { readonly roleId: string; readonly partnerIds: readonly string[] }[];
};

/** A line to choose a role in. */
export const NEW_GROUP: Draft['authGroups'][number] = { roleId: '', partnerIds: [] };

/** @param user null: somebody new, who begins with one role to choose. */
export function draftOf(user: User | null): Draft {
  return {
    email: user?.email ?? '',
    name: user?.firstName ?? '',
    middleName: user?.middleName ?? '',
    familyName: user?.familyName ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    authGroups: user ? user.authGroups.map(({ roleId, partnerIds }) => ({ roleId, partnerIds })) : [NEW_GROUP],
  };
}

/** @returns whether enough is there to be sent. Who has a role keeps at least one: leaving the client is an action of its own. */
export function isWhole(draft: Draft, isNew: boolean): boolean {
  return (!isNew || draft.email.includes('@')) && draft.authGroups.length > 0 && draft.authGroups.every((group) => group.roleId !== '');
}

/** @param base what was read; null: somebody new. @returns what is sent, with what was read last, so that two edits do not pass each other. */
export function inputOf(draft: Draft, base: User | null): SaveUserMutationVariables['backofficeUser'] {
  const start = draftOf(base);
  const texts = (['name', 'middleName', 'familyName', 'phoneNumber'] as const).filter(
    (field) => base === null || draft[field] !== start[field],
  );
  const isRegrouped = base === null || JSON.stringify(draft.authGroups) !== JSON.stringify(start.authGroups);
  return {
    ...(base === null ? { email: draft.email } : { id: base.id, modifiedAt: base.modifiedAt ?? null }),
    ...Object.fromEntries(texts.map((field) => [field, draft[field]])),
    ...(isRegrouped && { authGroups: draft.authGroups.map(({ roleId, partnerIds }) => ({ roleId, partnerIds: [...partnerIds] })) }),
  };
}
