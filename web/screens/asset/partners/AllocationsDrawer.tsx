import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { AllocationForm } from './AllocationForm.tsx';
import classes from './Allocations.module.css';
import { type AllocationFragment, AllocationsDocument, DeleteAllocationDocument } from './partner.graphql.ts';

/** The rules by which claims are shared among partners. */
export default function AllocationsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const edits = useCan('partner', 'editPartners');
  const [open, setOpen] = useState<AllocationFragment | 'new' | null>(null);
  const [deleting, setDeleting] = useState<AllocationFragment | null>(null);
  const [remove] = useMutation('partner', DeleteAllocationDocument, { idempotent: true });
  const { data, error, refetch } = useQuery('partner', AllocationsDocument, { clientId }, { keepPrevious: true });
  const rules = data?.getPartnerAllocations ?? [];
  if (open !== null)
    return (
      <AllocationForm
        key={open === 'new' ? 'new' : open.allocationId}
        rule={open === 'new' ? null : (rules.find(({ allocationId }) => allocationId === open.allocationId) ?? open)}
        onConflict={refetch}
        onClose={() => {
          setOpen(null);
          refetch();
        }}
      />
    );
  const add = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
      {t('allocation.add')}
    </Button>
  );
  return (
    <Drawer opened onClose={onClose} size={600} title={t('allocation.title')} cancel={false}>
      {error !== undefined && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data && rules.length === 0 ? (
        <EmptyState
          icon={<IconArrowsSplit2 size={22} />}
          title={t('allocation.none')}
          detail={t('allocation.detail')}
          action={add || undefined}
        />
      ) : (
        <div className={classes.rules}>
          <p className={classes.detail}>{t('allocation.detail')}</p>
          {rules.map((rule) => (
            <Panel key={rule.allocationId} title={rule.name}>
              <ul className={classes.shares}>
                {rule.shares.map((share) => (
                  <li key={share.partnerId}>
                    <span>{share.partnerName ?? share.partnerId}</span>
                    <span className="tabular">{format.percent(share.basisPoints / 10_000, 2)}</span>
                  </li>
                ))}
              </ul>
              {edits && (
                <div className={classes.acts}>
                  <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={() => setOpen(rule)}>
                    {t('allocation.edit')}
                  </Button>
                  <Button size="xs" variant="subtle" color="red" leftSection={<IconTrash size={14} />} onClick={() => setDeleting(rule)}>
                    {t('allocation.delete')}
                  </Button>
                </div>
              )}
            </Panel>
          ))}
          <div>{add}</div>
        </div>
      )}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        danger
        title={t('allocation.deleteTitle', { name: deleting?.name ?? '' })}
        detail={t('allocation.deleteDetail')}
        confirm={t('allocation.delete')}
        onConfirm={async () => {
          if (!deleting) return;
          await remove({ clientId, allocationId: deleting.allocationId });
          toastSuccess(t('allocation.deleted', { name: deleting.name }));
        }}
      />
    </Drawer>
  );
}
