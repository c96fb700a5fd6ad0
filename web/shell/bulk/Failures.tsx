import { Modal, Skeleton } from '@mantine/core';
import { BULK_REASONS } from '../../../core/bulkReasons.ts';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { useFormat } from '../../ui/format.ts';
import { Reference } from '../../ui/Reference.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { exportList } from '../exportList.ts';
import { useWorkspace } from '../workspace.ts';
import { BulkActionItemsDocument } from './account.graphql.ts';
import classes from './RunningActions.module.css';

const SHOWN = 100;

/** What an action could not do, and why; the whole list as a file. */
export default function Failures({ bulkActionId, onClose }: { bulkActionId: string; onClose: () => void }) {
  const { t } = useTranslation('lists');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { data, error, refetch } = useQuery('account', BulkActionItemsDocument, { clientId, bulkActionId, size: SHOWN });
  const reasonOf = (key: string | null) => {
    const reason = BULK_REASONS.find((each) => each === key);
    return reason ? t(`reason.${reason}`) : '–';
  };
  const page = data?.getBulkActionItems;
  return (
    <Modal opened onClose={onClose} title={t('results.title')} size={600}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : !page && <Skeleton height={120} />}
      {page && (
        <table className={classes.failures}>
          <thead>
            <tr>
              <th>{t('results.item')}</th>
              <th>{t('results.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {page.results.map((item) => (
              <tr key={item.itemId}>
                <td>
                  <Reference value={item.label} />
                </td>
                <td>{reasonOf(item.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.foot}>
        <span>{page?.searchAfter ? t('results.more', { number: format.number(SHOWN) }) : ''}</span>
        <ExportMenu
          onExport={(kind) =>
            exportList('bulk-action-items', {
              clientId,
              format: kind,
              bulkActionId,
              outcome: 'failed',
              columns: [
                { key: 'item', header: t('results.item') },
                {
                  key: 'reason',
                  header: t('results.reason'),
                  words: Object.fromEntries(BULK_REASONS.map((key) => [key, t(`reason.${key}`)])),
                },
              ],
            })
          }
        />
      </div>
    </Modal>
  );
}
