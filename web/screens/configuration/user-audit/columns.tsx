import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useEventItem } from '../../../shell/timeline/useEventItem.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { differencesOf } from './diff.ts';
import type { AuditEventsQuery } from './events.graphql.ts';
import classes from './UserAuditScreen.module.css';

export type AuditRow = AuditEventsQuery['getAuditEvents']['events'][number];

/** @returns who it was, in one name. */
export function nameOf(row: AuditRow): string {
  return [row.userFirstName, row.userMiddleName, row.userFamilyName].filter(Boolean).join(' ') || row.userEmail || (row.userId ?? '–');
}

/** Fields a row names before it says "and more". */
const NAMED = 3;

/** @returns the list's columns. */
export function useAuditColumns(): Column<AuditRow>[] {
  const { t, find } = useTranslation(['audit', 'events']);
  const itemOf = useEventItem();
  const roleName = useRoleName();
  const named = (kind: 'module' | 'submodule', id: string) => find(`audit:${kind}.${id}`) ?? id;
  return [
    {
      key: 'time',
      header: t('column.time'),
      width: 168,
      cell: (row) => <DateText value={row.createdAt} style="long" />,
    },
    {
      key: 'who',
      header: t('column.who'),
      width: 250,
      strong: true,
      cell: (row) => (
        <span className={classes.lines}>
          <span>{nameOf(row)}</span>
          <span className={classes.second} title={row.userEmail ?? undefined}>
            {[row.role?.split(' + ').map(roleName).join(' + '), row.userEmail].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'what',
      header: t('column.what'),
      width: 308,
      cell: (row) => {
        const item = itemOf(row);
        const fields = [...new Set(differencesOf(row.payload).map(({ path }) => path))];
        const rest = fields.length - NAMED;
        return (
          <span className={classes.lines}>
            <span className={classes.what} data-tone={item.tone}>
              {item.icon}
              <span>{item.title}</span>
            </span>
            <span className={classes.second}>
              {fields.length > 0
                ? fields.slice(0, NAMED).join(', ') + (rest > 0 ? ` ${t('andMore', { count: rest })}` : '')
                : (item.quote ?? row.attributes.externalClaimRef)}
            </span>
          </span>
        );
      },
    },
    {
      key: 'module',
      header: t('column.module'),
      width: 170,
      cell: (row) => (
        <span className={classes.lines}>
          <span>{named('module', row.moduleId)}</span>
          <span className={classes.second}>{named('submodule', row.submoduleId)}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 122,
      cell: (row) => <StatusTag status={row.status} />,
    },
  ];
}

/** Whether it went well, in words, with a sign. */
export function StatusTag({ status }: { status: string }) {
  const { t } = useTranslation('audit');
  return status === 'failure' ? (
    <Tag tone="bad" icon={<IconCircleX size={13} />}>
      {t('status.failure')}
    </Tag>
  ) : (
    <Tag icon={<IconCircleCheck size={13} />}>{t('status.success')}</Tag>
  );
}
