import { Button } from '@mantine/core';
import { IconFileInvoice, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { Tag, type Tone } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import type { Partner } from '../draft.ts';
import classes from './Agreement.module.css';
import { AgreementForm } from './AgreementForm.tsx';
import type { Agreement, Rule } from './agreementDraft.ts';
import { AgreementsDocument, DeleteAgreementDocument } from './partner.graphql.ts';
import { useTermWords } from './useTermWords.ts';

const TONES: Readonly<Record<string, Tone>> = { inForce: 'good', future: 'info', past: 'neutral' };

/** What was agreed with a partner about its commission, version by version. */
export default function AgreementsTab({ partner }: { partner: Partner }) {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const words = useTermWords();
  const { clientId } = useWorkspace();
  const { partnerId } = partner;
  const edits = useCan('partner', 'editCommissions');
  const [open, setOpen] = useState<Agreement | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Agreement | null>(null);
  const [remove] = useMutation('partner', DeleteAgreementDocument, { idempotent: true });
  const { data, error, refetch } = useQuery('partner', AgreementsDocument, { clientId, partnerId }, { keepPrevious: true });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  const agreements = data?.getPartnerAgreements;
  if (!agreements) return null;
  const add = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
      {t(agreements.length === 0 ? 'agreement.first' : 'agreement.add')}
    </Button>
  );
  return (
    <div className={classes.tab}>
      {agreements.length === 0 ? (
        <EmptyState
          icon={<IconFileInvoice size={22} />}
          title={t('agreement.none')}
          detail={t('agreement.noneDetail')}
          action={add || undefined}
        />
      ) : (
        <div className={classes.bar}>
          <p>{t('agreement.intro')}</p>
          {add}
        </div>
      )}
      {agreements.map((agreement) => (
        <Panel
          key={agreement.agreementId}
          title={t('agreement.since', { day: format.date(agreement.validFrom) })}
          aside={<Tag tone={TONES[agreement.standing] ?? 'neutral'}>{t(`agreement.standing.${agreement.standing as 'past'}`)}</Tag>}
        >
          <ol className={classes.list}>
            {agreement.terms.rules.map((rule, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules are told by their place
              <li key={at}>
                {at + 1}. {words.rule(rule as Rule)}
              </li>
            ))}
          </ol>
          <p className={classes.rest}>{words.rest(agreement).join(' · ')}</p>
          {edits && !agreement.isApplied && (
            <div className={classes.acts}>
              <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={() => setOpen(agreement)}>
                {t('agreement.edit')}
              </Button>
              <Button size="xs" variant="subtle" color="red" leftSection={<IconTrash size={14} />} onClick={() => setDeleting(agreement)}>
                {t('agreement.delete')}
              </Button>
            </div>
          )}
          {edits && agreement.isApplied && <p className={classes.rest}>{t('agreement.applied')}</p>}
        </Panel>
      ))}
      {open !== null && (
        <AgreementForm
          key={open === 'new' ? 'new' : open.agreementId}
          partnerId={partnerId}
          agreement={open === 'new' ? null : (agreements.find(({ agreementId }) => agreementId === open.agreementId) ?? open)}
          like={agreements[0] ?? null}
          onConflict={refetch}
          onClose={() => {
            setOpen(null);
            refetch();
          }}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        danger
        title={t('agreement.deleteTitle', { day: format.date(deleting?.validFrom) })}
        detail={t('agreement.deleteDetail')}
        confirm={t('agreement.delete')}
        onConfirm={async () => {
          if (!deleting) return;
          await remove({ clientId, agreementId: deleting.agreementId });
          toastSuccess(t('agreement.deleted'));
          refetch();
        }}
      />
    </div>
  );
}
