import { Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { downloadFile } from '../../../shell/exportList.ts';
import { useFileSize } from '../../../shell/files.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Batch } from './batch.ts';
import classes from './ConnectorsScreen.module.css';
import { AccountingSettingDocument, DeliverBatchDocument, ReverseBatchDocument } from './finance.graphql.ts';
import { Why } from './Why.tsx';

/** One batch: its files, and its sums beside those of the ledger. */
export function BatchDrawer({ batch, onChanged, onClose }: { batch: Batch; onChanged: () => void; onClose: () => void }) {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { nameOf } = useStaff();
  const edits = useCan('configuration', 'editConnectors');
  const [reversing, setReversing] = useState(false);
  const [reverse] = useMutation('finance', ReverseBatchDocument, { idempotent: true });
  const [deliver, delivering] = useMutation('finance', DeliverBatchDocument);
  const { data } = useQuery('finance', AccountingSettingDocument, { clientId });
  const setting = data?.getAccountingSetting;
  const hasServer = (setting?.settings as { delivery?: unknown } | undefined)?.delivery != null;
  const isMade = batch.status === 'made';
  const name = batch.number === null ? t('batch.unnumbered') : t('batch.title', { number: batch.number });
  const canReverse = edits && isMade && !batch.isReversal && batch.reversedByNumber === null;
  const download = (fileNumber: number | null, file: string) =>
    void downloadFile('/api/finance/accounting', { clientId, batchId: batch.batchId, fileNumber }, file).catch(toastError);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={800}
      cancel={false}
      title={name}
      {...(isMade && {
        footer: (
          <>
            {canReverse && (
              <Button variant="subtle" color="red" leftSection={<IconArrowBackUp size={16} />} onClick={() => setReversing(true)}>
                {t('batch.reverse')}
              </Button>
            )}
            {edits && hasServer && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                loading={delivering}
                onClick={() =>
                  void deliver({ clientId, batchId: batch.batchId }).then(() => {
                    toastSuccess(t('batch.delivering'));
                    onChanged();
                  }, toastError)
                }
              >
                {t('batch.deliver')}
              </Button>
            )}
            <Button leftSection={<IconDownload size={16} />} onClick={() => download(null, `accounting_${batch.number}.zip`)}>
              {t('batch.download')}
            </Button>
          </>
        ),
      })}
    >
      <div className={classes.sections}>
        {batch.error !== null && (
          <Panel tone="bad" title={t('batch.failed')}>
            <Why text={batch.error} errorKey={batch.errorKey} values={batch.errorValues} />
          </Panel>
        )}
        {batch.deliveryError !== null && (
          <Panel tone="bad" title={t('batch.notDelivered')}>
            <Why text={batch.deliveryError} errorKey={batch.deliveryErrorKey} values={batch.deliveryErrorValues} />
          </Panel>
        )}
        {isMade && batch.deliveredAt === null && setting?.away != null && (
          <Panel tone="warn" title={t('accounting.awayTitle')}>
            <Why text={setting.away} errorKey={setting.awayKey} values={setting.awayValues} />
          </Panel>
        )}
        <KeyValue
          pairs={[
            [t('batch.until'), <DateText key="until" value={batch.until} style="medium" />],
            [t('batch.entries'), format.number(batch.entries)],
            [t('batch.takesBack'), batch.reversesNumber === null ? null : t('batch.title', { number: batch.reversesNumber })],
            [t('batch.takenBack'), batch.reversedByNumber === null ? null : t('batch.title', { number: batch.reversedByNumber })],
            [t('batch.made'), <DateText key="made" value={batch.madeAt ?? batch.createdAt} style="exact" />],
            [t('log.by'), batch.userId === null ? t('log.schedule') : (nameOf(batch.userId) ?? '–')],
            [
              t('batch.delivered'),
              batch.deliveredAt === null ? null : <DateText key="delivered" value={batch.deliveredAt} style="exact" />,
            ],
          ]}
        />
        {batch.sums.length > 0 && (
          <Section title={t('sum.title')} aside={<Agreement batch={batch} />}>
            <Sums batch={batch} />
          </Section>
        )}
        {batch.files.length > 0 && (
          <Section title={t('file.title')} count={batch.files.length}>
            <Files batch={batch} onDownload={download} />
          </Section>
        )}
      </div>
      <ConfirmDialog
        opened={reversing}
        onClose={() => setReversing(false)}
        danger
        title={t('batch.reverseTitle', { number: batch.number ?? 0, count: batch.entries, shown: format.number(batch.entries) })}
        detail={t('batch.reverseDetail')}
        confirm={t('batch.reverse')}
        onConfirm={async () => {
          await reverse({ clientId, batchId: batch.batchId });
          onChanged();
          onClose();
        }}
      />
    </Drawer>
  );
}

const differs = ({ debit, credit, ledgerDebit, ledgerCredit }: Batch['sums'][number]) => debit !== ledgerDebit || credit !== ledgerCredit;

/** Whether the sums of the lines are those of the ledger. */
function Agreement({ batch }: { batch: Batch }) {
  const { t } = useTranslation('connectors');
  const isSame = !batch.sums.some(differs);
  return <Tag tone={isSame ? 'good' : 'bad'}>{t(isSame ? 'sum.same' : 'sum.differs')}</Tag>;
}

function Sums({ batch }: { batch: Batch }) {
  const { t } = useTranslation('connectors');
  const figures = ['debit', 'credit', 'ledgerDebit', 'ledgerCredit'] as const;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('sum.account')}</th>
          <th scope="col">{t('sum.currency')}</th>
          {figures.map((each) => (
            <th key={each} scope="col" className={classes.number}>
              {t(`sum.${each}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {batch.sums.map((sum) => (
          <tr key={`${sum.currency} ${sum.account}`} className={differs(sum) ? classes.differs : undefined}>
            <td className={classes.mono}>{sum.account}</td>
            <td>{sum.currency}</td>
            {figures.map((each) => (
              <td key={each} className={classes.number}>
                <Money amount={sum[each]} currency={sum.currency} bare />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Files({ batch, onDownload }: { batch: Batch; onDownload: (fileNumber: number, name: string) => void }) {
  const { t } = useTranslation('connectors');
  const format = useFormat();
  const sizeOf = useFileSize();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('log.file')}</th>
          <th scope="col" className={classes.number}>
            {t('file.rows')}
          </th>
          <th scope="col" className={classes.number}>
            {t('log.size')}
          </th>
          <th scope="col" />
        </tr>
      </thead>
      <tbody>
        {batch.files.map(({ fileNumber, name, rows, sizeBytes, sha256 }) => (
          <tr key={fileNumber}>
            <td>
              <span className={classes.mono} title={`SHA-256 ${sha256}`}>
                {name}
              </span>
            </td>
            <td className={classes.number}>{format.number(rows)}</td>
            <td className={classes.number}>{sizeOf(sizeBytes)}</td>
            <td className={classes.number}>
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('file.download', { name })}
                leftSection={<IconDownload size={14} />}
                onClick={() => onDownload(fileNumber, name)}
              >
                {t('file.get')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
