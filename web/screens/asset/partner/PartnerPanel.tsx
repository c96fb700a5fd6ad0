import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Partner } from './draft.ts';
import classes from './PartnerScreen.module.css';
import { DeletePartnerDocument } from './partner.graphql.ts';

/** What is with the partner now, and what may be done with it. */
export function PartnerPanel({ partner, edits, unsaved }: { partner: Partner; edits: boolean; unsaved: boolean }) {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const [deleting, setDeleting] = useState(false);
  const [remove] = useMutation('partner', DeletePartnerDocument, { idempotent: true });
  const { name, partnerId, itemCount } = partner;
  return (
    <aside className={classes.aside}>
      <Panel title={t('now')}>
        <KeyValue
          dense
          pairs={[
            [t('columns.items'), format.number(itemCount)],
            ...partner.totalAmounts.map(
              ({ currency, totalAmount }) => [t('owedIn', { currency }), format.money(totalAmount, currency)] as const,
            ),
          ]}
        />
      </Panel>
      <Panel title={t('about')}>
        <KeyValue
          dense
          pairs={[
            [
              t('columns.partner'),
              <span key="id" className={classes.id}>
                <Reference value={partnerId} />
              </span>,
            ],
            [t('created'), <DateText key="created" value={partner.createdAt} />],
            [t('changed'), <DateText key="changed" value={partner.updatedAt} />],
          ]}
        />
      </Panel>
      {edits && (
        <Panel title={t('actions')}>
          <Button
            fullWidth
            variant="default"
            justify="flex-start"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            disabled={unsaved || itemCount > 0}
            title={itemCount > 0 ? t('delete.first') : undefined}
            onClick={() => setDeleting(true)}
          >
            {t('delete.button')}
          </Button>
          {itemCount > 0 && <p className={classes.intro}>{t('delete.first')}</p>}
        </Panel>
      )}
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        danger
        title={t('delete.title', { name })}
        detail={t('delete.detail')}
        confirm={t('delete.button')}
        onConfirm={async () => {
          await remove({ clientId, partnerId });
          toastSuccess(t('delete.done', { name }));
          void navigate(paths.partners(clientId));
        }}
      />
    </aside>
  );
}
