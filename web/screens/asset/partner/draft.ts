/** What the form of a partner holds, and what of it is sent: only what was changed. */
import type { AttachmentSelector } from '../../../../core/attachmentSelectors.ts';
import type { CreatePartnerMutationVariables, PartnerDetailFragment } from './partner.graphql.ts';

export type Partner = PartnerDetailFragment;

/** Named as the server names what it refuses. */
export type Draft = {
  readonly name: string;
  readonly type: string;
  readonly email: string;
  readonly phone: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly addressLine3: string;
  readonly postalCode: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly isSkipTracingDefault: boolean;
  readonly attachmentSelectorList: readonly AttachmentSelector[];
};

export type TextField = Exclude<keyof Draft, 'isSkipTracingDefault' | 'attachmentSelectorList'>;

/** @param partner null: a new one. @param country of the client. */
export function draftOf(partner: Partner | null, country: string): Draft {
  return {
    name: partner?.name ?? '',
    type: partner?.type ?? 'collectionAgency',
    email: partner?.email ?? '',
    phone: partner?.phone ?? '',
    addressLine1: partner?.addressLine1 ?? '',
    addressLine2: partner?.addressLine2 ?? '',
    addressLine3: partner?.addressLine3 ?? '',
    postalCode: partner?.postalCode ?? '',
    city: partner?.city ?? '',
    state: partner?.state ?? '',
    country: partner ? (partner.country ?? '') : country,
    isSkipTracingDefault: partner?.isSkipTracingDefault ?? false,
    attachmentSelectorList: (partner?.attachmentSelectorList ?? []).map(({ documentType, contextType, fileSelectionCriteria }) => ({
      documentType,
      contextType: contextType ?? null,
      fileSelectionCriteria,
    })),
  };
}

/** @param start what was read; null: a new partner. @returns the fields that differ. */
export function inputOf(draft: Draft, start: Draft | null): CreatePartnerMutationVariables['partner'] {
  const names = (Object.keys(draft) as (keyof Draft)[]).filter(
    (name) => start === null || JSON.stringify(draft[name]) !== JSON.stringify(start[name]),
  );
  return Object.fromEntries(names.map((name) => [name, draft[name]]));
}
