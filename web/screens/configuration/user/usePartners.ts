import { useMemo } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { UserPartnersDocument } from './backoffice.graphql.ts';

/** The client's partners, whom people of partners work for; none are asked for while the flag PARTNERS is off. */
export function usePartners() {
  const { t } = useTranslation('users');
  const { clientId } = useWorkspace();
  const isOn = useFlag('PARTNERS');
  const { data } = useQuery('backoffice', UserPartnersDocument, isOn ? { clientId } : null, { reuse: true });
  return useMemo(() => {
    const partners = data?.getUserPartners ?? [];
    const names = new Map(partners.map(({ partnerId, name }) => [partnerId, name]));
    return {
      options: partners.map(({ partnerId, name }) => ({ value: partnerId, label: name })),
      /** What was written before partners were kept, and partners that were deleted since, stand as they are and are called unknown. */
      nameOf: (partnerId: string) => names.get(partnerId) ?? (data ? t('partnerUnknown', { name: partnerId }) : partnerId),
    };
  }, [data, t]);
}
