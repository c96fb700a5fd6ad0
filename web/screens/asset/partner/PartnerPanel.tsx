import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { later } from '../../../ui/later.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Partner } from './draft.ts';
import classes from './PartnerScreen.module.css';

const DeletePartner = later(() => import('./DeletePartner.tsx'));

/** What is with the partner now, and what may be done with it. */
export function PartnerPanel({ partner, edits, unsaved }: { partner: Partner; edits: boolean; unsaved: boolean }) {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const [deleting, setDeleting] = useState(false);
  const { partnerId, itemCount } = partner;
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
            disabled={unsaved}
            onClick={() => setDeleting(true)}
          >
            {t('delete.button')}
          </Button>
        </Panel>
      )}
      <Suspense>{deleting && <DeletePartner partner={partner} onClose={() => setDeleting(false)} />}</Suspense>
    </aside>
  );
}
