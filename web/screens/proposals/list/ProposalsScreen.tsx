import { Button, SegmentedControl } from '@mantine/core';
import { IconSparkles, IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { type ProposalStatus, ProposalsDocument } from '../../../shell/proposals/api.graphql.ts';
import type { Proposal } from '../../../shell/proposals/rows.ts';
import { useProposalWords } from '../../../shell/proposals/useProposalWords.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { columnsOf } from './columns.tsx';

const ProposalDrawer = later(() => import('../../../shell/proposals/ProposalDrawer.tsx'));

const STATUSES = ['open', 'confirmed', 'rejected', 'expired'] as const satisfies readonly ProposalStatus[];

/** proposals: what assistants want to change. Nothing of it is done before somebody confirms it. */
export default function ProposalsScreen() {
  const { t } = useTranslation('proposals');
  const { clientId } = useWorkspace();
  const words = useProposalWords();
  const connects = useCan('configuration', 'viewApiKeys');
  const [search, setSearch] = useSearchParams();
  const asked = search.get('status');
  const status = asked === 'all' ? null : (STATUSES.find((each) => each === asked) ?? 'open');
  const accountId = search.get('account');
  const openId = search.get('proposal');
  const pages = usePages(
    'api',
    ProposalsDocument,
    (searchAfter: string | null) => ({ clientId, status, accountId, searchAfter }),
    ({ getProposals: page }) => ({ rows: page.results, next: page.searchAfter }),
  );
  const put = (key: string, value: string | null) =>
    setSearch(
      (old) => {
        if (value === null) old.delete(key);
        else old.set(key, value);
        return old;
      },
      { replace: true },
    );
  const named = pages.rows.find((row) => row.accountId === accountId)?.debtorName;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        actions={
          connects && (
            <Button
              component={Link}
              to={`${paths.apiKeys(clientId)}?assistant=true`}
              variant="default"
              leftSection={<IconSparkles size={16} />}
            >
              {t('connect')}
            </Button>
          )
        }
      />
      <FilterBar>
        <SegmentedControl
          aria-label={t('column.status')}
          value={status ?? 'all'}
          data={[...STATUSES, 'all' as const].map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(next) => put('status', next === 'open' ? null : next)}
        />
        {accountId && (
          <Button size="xs" variant="default" rightSection={<IconX size={14} />} onClick={() => put('account', null)}>
            {named || t('account')}
          </Button>
        )}
      </FilterBar>
      <DataTable<Proposal>
        label={t('title')}
        columns={columnsOf(t, words, clientId, status)}
        rows={pages.rows}
        rowId={(row) => row.proposalId}
        loading={pages.loading}
        error={pages.error ?? undefined}
        onRetry={pages.reload}
        onOpen={(row) => put('proposal', row.proposalId)}
        onActive={(row) => openId !== null && put('proposal', row.proposalId)}
        openId={openId}
        onEndReached={pages.more}
        loadingMore={pages.loadingMore}
        empty={
          <EmptyState
            icon={<IconSparkles size={22} />}
            title={t(`empty.${status ?? 'all'}`)}
            detail={status === null || status === 'open' ? t('empty.detail') : undefined}
          />
        }
      />
      <Suspense>
        {openId && (
          <ProposalDrawer
            key={openId}
            proposalId={openId}
            known={pages.rows.find((row) => row.proposalId === openId)}
            onClose={() => put('proposal', null)}
          />
        )}
      </Suspense>
    </>
  );
}
