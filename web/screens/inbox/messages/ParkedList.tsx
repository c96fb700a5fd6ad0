import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { mutate } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { type ParkedQuery, ResolveParkedDocument } from './cms.graphql.ts';
import classes from './ParkedList.module.css';

type Parked = ParkedQuery['listParkedCommunications'][number];
type Resolution = 'sent' | 'sendAgain' | 'cancel';
const RESOLUTIONS: readonly Resolution[] = ['sent', 'sendAgain', 'cancel'];

/** Messages of which nobody knows whether they arrived. They wait for a person; nothing repeats them. */
export function ParkedList(props: { rows: readonly Parked[]; loading: boolean; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('inbox');
  const { clientId } = useWorkspace();
  const decides = useCan('account', 'sendMessage');
  const [asked, setAsked] = useState<{ row: Parked; resolution: Resolution } | null>(null);
  if (props.error) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  if (props.rows.length === 0) return props.loading ? null : <EmptyState title={t('parkedEmpty')} detail={t('parkedEmptyDetail')} />;
  return (
    <div className={classes.list}>
      <p className={classes.intro}>{t('parkedDetail')}</p>
      {props.rows.map((row) => (
        <Panel
          key={row.outboxId}
          tone="warn"
          title={row.subject ?? t('textMessage')}
          aside={<DateText value={row.lastAttemptAt} style="long" />}
        >
          <p className={classes.line}>
            <Link to={paths.account(clientId, row.accountId)}>{row.debtorName || row.recipient}</Link> · {row.recipient} ·{' '}
            {row.providerName}
          </p>
          <p className={classes.reason}>
            <ServerWords text={row.lastError ?? ''} words={wordsOf(row.errorKey, row.errorValues)} />
          </p>
          {decides && (
            <div className={classes.buttons}>
              {RESOLUTIONS.map((resolution) => (
                <Button
                  key={resolution}
                  size="xs"
                  variant="default"
                  {...(resolution === 'cancel' ? { color: 'red' } : {})}
                  onClick={() => setAsked({ row, resolution })}
                >
                  {t(`resolution.${resolution}.button`)}
                </Button>
              ))}
            </div>
          )}
        </Panel>
      ))}
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(null)}
          title={t(`resolution.${asked.resolution}.title`, { recipient: asked.row.recipient ?? '' })}
          detail={t(`resolution.${asked.resolution}.detail`)}
          confirm={t(`resolution.${asked.resolution}.button`)}
          danger={asked.resolution === 'sendAgain'}
          onConfirm={async () => {
            await mutate('cms', ResolveParkedDocument, { clientId, outboxId: asked.row.outboxId, resolution: asked.resolution });
            toastSuccess(t(`resolution.${asked.resolution}.done`));
          }}
        />
      )}
    </div>
  );
}
