/** The names of the client's partners, as whoever gives them claims or asks about them chooses from. */
import { useMemo } from 'react';
import { useCan } from '../../ui/permission.tsx';
import { useQuery } from '../api.ts';
import { useFlag, useWorkspace } from '../workspace.ts';
import { AllocationRulesDocument, PartnerNamesDocument } from './partner.graphql.ts';

/** @param wanted false asks for nothing. Nor is anything asked for while the client works without partners. @returns ids with names, by name. */
export function usePartnerNames(wanted = true) {
  const { clientId } = useWorkspace();
  const asks = useFlag('PARTNERS') && wanted;
  const { data, error, loading } = useQuery('partner', PartnerNamesDocument, asks ? { clientId } : null, { reuse: true });
  const partners = data?.listPartnerNames;
  const options = useMemo(() => (partners ?? []).map(({ partnerId, name }) => ({ value: partnerId, label: name })), [partners]);
  return { options, loading: asks && loading && !partners, failed: error !== undefined && error !== null };
}

/** @returns the client's allocation rules by name; none where claims are not shared out, and for who may not see partners. */
export function useAllocationRules() {
  const { clientId, isOfPartner } = useWorkspace();
  const shares = useFlag('CLAIM_PARTNER_ALLOCATION');
  const sees = useCan('partner', 'viewPartners');
  const asked = shares && sees && !isOfPartner ? { clientId } : null;
  return useQuery('partner', AllocationRulesDocument, asked, { reuse: true }).data?.getPartnerAllocations ?? [];
}
