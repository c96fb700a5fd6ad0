import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type QueryResult, useMutation, useQuery } from '../../../shell/api.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { FindAccountsDocument } from './account.graphql.ts';
import classes from './CommunicationsScreen.module.css';
import { SettleUnmatchedDocument, type UnmatchedQuery } from './cms.graphql.ts';

type Unmatched = UnmatchedQuery['listUnmatchedMessages'][number];

/** Messages of senders whom nobody knows: somebody says whose they are. */
export function UnmatchedList({ list }: { list: QueryResult<UnmatchedQuery> }) {
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const [settle] = useMutation('cms', SettleUnmatchedDocument);
  const [asked, setAsked] = useState<Unmatched | null>(null);
  const rows = list.data?.listUnmatchedMessages;
  if (list.error && !rows) return <ErrorState error={list.error} onRetry={list.refetch} />;
  if (!rows) return null;
  if (rows.length === 0) return <EmptyState title={t('unmatched.empty')} detail={t('unmatched.emptyDetail')} />;
  return (
    <div className={classes.unmatched}>
      <p className={classes.intro}>{t('unmatched.detail')}</p>
      {rows.map((row) => (
        <UnmatchedPanel
          key={row.messageId}
          row={row}
          onNobody={() => setAsked(row)}
          onAccount={(accountId) =>
            void settle({ clientId, messageId: row.messageId, accountId }).then(
              () => toastSuccess(t('unmatched.given')),
              (error: unknown) => toastError(error),
            )
          }
        />
      ))}
      {asked && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setAsked(null)}
          title={t('unmatched.nobodyTitle', { sender: asked.sender })}
          detail={t('unmatched.nobodyDetail')}
          confirm={t('unmatched.nobody')}
          onConfirm={async () => {
            await settle({ clientId, messageId: asked.messageId, accountId: null });
            toastSuccess(t('unmatched.gone'));
          }}
        />
      )}
    </div>
  );
}

function UnmatchedPanel(props: { row: Unmatched; onAccount: (accountId: string) => void; onNobody: () => void }) {
  const { row } = props;
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const words = useOutcomeWords();
  const may = useCan('account', 'sendMessage');
  const [typed, setTyped] = useState('');
  const [queryText] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery('account', FindAccountsDocument, queryText.length >= 3 ? { clientId, queryText } : null, {
    keepPrevious: true,
  });
  const found = queryText.length >= 3 ? (data?.searchAccounts.results ?? []) : [];
  return (
    <Panel title={row.subject ?? words.method(row.channel)} aside={<DateText value={row.receivedAt} style="long" />}>
      <p className={classes.intro}>
        {words.method(row.channel)} · {row.sender}
        {row.recipient && ` → ${row.recipient}`}
      </p>
      <p className={classes.words}>{row.excerpt}</p>
      {may && (
        <div className={classes.settle}>
          <Select
            className={classes.account}
            size="xs"
            searchable
            aria-label={t('unmatched.whose')}
            placeholder={t('unmatched.whose')}
            searchValue={typed}
            onSearchChange={setTyped}
            nothingFoundMessage={queryText.length >= 3 ? t('unmatched.noAccount') : t('unmatched.type')}
            filter={({ options }) => options}
            data={found.map((account) => ({
              value: account.accountId,
              label: `${account.debtorFullName} · ${account.externalAccountRef}`,
            }))}
            value={null}
            onChange={(accountId) => accountId && props.onAccount(accountId)}
          />
          <Button size="xs" variant="default" color="red" onClick={props.onNobody}>
            {t('unmatched.nobody')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
