import { Button, MultiSelect, Select, Skeleton, Textarea } from '@mantine/core';
import { MOST_NOTE } from '../../../../core/outsourcing.ts';
import { useMutation } from '../../../shell/api.ts';
import { usePartnerNames } from '../../../shell/partners/partners.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { OutsourceClaimsDocument } from './partner.graphql.ts';

/** Gives claims of the account to a partner: all that are open, or the one that the form was opened for. */
export default function OutsourceForm({ account, about, onClose }: { account: Account; about: string | null; onClose: () => void }) {
  const { t } = useTranslation(['outsourcing', 'lists']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { options, loading } = usePartnerNames();
  const [give, busy] = useMutation('partner', OutsourceClaimsDocument);
  const open = account.claims.filter((claim) => claim.status === 'open');
  const form = useKeptForm(`outsource ${about ?? account.id}`, {
    initialValues: {
      partnerId: null as string | null,
      note: '',
      externalClaimRefs: about === null ? open.map((claim) => claim.externalClaimRef) : [about],
    },
    validate: {
      partnerId: (partnerId) => (partnerId === null ? t('choosePartner') : null),
      externalClaimRefs: (refs) => (refs.length > 0 ? null : t('noClaim')),
    },
  });
  const submit = form.send(async ({ partnerId, note, externalClaimRefs }) => {
    if (partnerId === null) return;
    const { outsourceClaims: result } = await give({ clientId, partnerId, note, externalClaimRefs });
    const refused = result.refused.length;
    const reasons = [...new Set(result.refused.map(({ reason }) => t(`lists:reason.${reason as 'gone'}`)))].join(', ');
    const given = t('given', { count: result.given.length, number: format.number(result.given.length) });
    toastSuccess(refused === 0 ? given : `${given}. ${t('refused', { count: refused, number: format.number(refused), reasons })}`);
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('give')}
      footer={
        options.length > 0 && (
          <Button type="submit" form="outsource" loading={busy}>
            {t('give')}
          </Button>
        )
      }
    >
      {loading && <Skeleton height={120} />}
      {!loading && options.length === 0 && <p>{t('noPartners')}</p>}
      {options.length > 0 && (
        <form id="outsource" noValidate onSubmit={submit} onKeyDown={submitByKey}>
          <KeptNote kept={form.kept} />
          <Select
            label={t('partner')}
            placeholder={t('choosePartner')}
            data={options}
            searchable
            required
            // Partners are read first: the drawer has given the focus away by then.
            autoFocus
            openOnFocus={false}
            {...form.getInputProps('partnerId')}
          />
          <MultiSelect
            mt="md"
            label={t('claims')}
            data={open.map((claim) => ({
              value: claim.externalClaimRef,
              label: `${claim.externalClaimRef} · ${format.money(claim.totalAmount, claim.currency)}`,
            }))}
            {...form.getInputProps('externalClaimRefs')}
          />
          <Textarea mt="md" label={t('note')} maxLength={MOST_NOTE} autosize minRows={2} {...form.getInputProps('note')} />
        </form>
      )}
    </Drawer>
  );
}
