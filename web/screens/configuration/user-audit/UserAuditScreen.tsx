import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { exportList } from '../../../shell/exportList.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type AuditRow, useAuditColumns } from './columns.tsx';
import { EventDrawer } from './EventDrawer.tsx';
import { AuditEventsDocument, AuditModulesDocument } from './events.graphql.ts';
import { Filters } from './Filters.tsx';
import { FILTERS, filterOf } from './filters.ts';
import classes from './UserAuditScreen.module.css';

const PAGE = 50;
/** As far as the server skips; further back one narrows the range. */
const MOST_OFFSET = 10_000;
const rowId = (row: AuditRow) => row.messageId;

/** configuration/user-audit: who did what, when, and what it was before. */
export default function UserAuditScreen() {
  const { t } = useTranslation('audit');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const seesAccounts = useCan('configuration', 'viewAccountChanges');
  const seesConfiguration = useCan('configuration', 'viewConfigurationChanges');
  const columns = useAuditColumns();

  const filter = useMemo(() => filterOf(params, configuration.timezone), [params, configuration.timezone]);
  // The filters' choices are there when one opens, however fast it is typed into.
  useQuery('events', AuditModulesDocument, { clientId }, { reuse: true });
  const pages = usePages(
    'events',
    AuditEventsDocument,
    (after: number | null) => ({ clientId, ...filter, limit: PAGE, offset: after ?? 0 }),
    ({ getAuditEvents: page }, { offset }) => {
      const next = (offset ?? 0) + page.events.length;
      return { rows: page.events, next: page.events.length === PAGE && next <= MOST_OFFSET ? next : null };
    },
  );
  // What happens meanwhile moves the pages on: the same event may come twice.
  const rows = useMemo(() => [...new Map(pages.rows.map((row) => [row.messageId, row])).values()], [pages.rows]);
  const total = pages.data?.getAuditEvents.total;
  const isMore = pages.data?.getAuditEvents.totalRelation === 'atLeast';
  const opened = rows.find((row) => row.messageId === params.get('event')) ?? null;

  const change = (values: Readonly<Record<string, readonly string[]>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, list] of Object.entries(values)) {
          next.delete(name);
          for (const value of list) next.append(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const narrowed =
    seesAccounts && seesConfiguration ? null : t(seesAccounts ? 'seen.accounts' : seesConfiguration ? 'seen.configuration' : 'seen.own');
  const count = total === undefined ? '' : `${format.number(total)}${isMore ? '+' : ''}`;

  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={total !== undefined && <CountChip>{count}</CountChip>}
        {...(narrowed !== null && { aside: narrowed })}
        actions={<ExportMenu disabled={total === 0} onExport={(format) => exportList('audit', { clientId, format, ...filter })} />}
      />
      <FilterBar>
        <Filters params={params} onChange={change} />
      </FilterBar>
      <div className={classes.list}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowHeight={56}
          {...(total !== undefined && { total })}
          loading={pages.loading}
          loadingMore={pages.loadingMore}
          error={pages.error}
          onRetry={pages.reload}
          onEndReached={pages.more}
          onOpen={(row) => change({ event: [row.messageId] })}
          openId={opened?.messageId ?? null}
          empty={
            Object.keys(filter).length > 0 ? (
              <NothingFound
                title={t('nothingFound')}
                detail={t('nothingFoundDetail')}
                onClear={() => change(Object.fromEntries(FILTERS.map((name) => [name, []])))}
              />
            ) : (
              <EmptyState title={t('empty')} detail={t('emptyDetail')} />
            )
          }
          footer={[
            total === undefined ? '' : t('footer', { shown: format.number(rows.length), total: count }),
            rows.length > 0 && t(pages.atEnd ? (isMore && rows.length > MOST_OFFSET ? 'endOfPages' : 'end') : 'scroll'),
          ]}
        />
      </div>
      <EventDrawer
        event={opened}
        onClose={() => change({ event: [] })}
        onCorrelation={(id) => change({ ...Object.fromEntries(FILTERS.map((name) => [name, []])), correlation: [id], event: [] })}
      />
    </>
  );
}
