import { paths } from '../../../shell/paths.ts';
import type { ProposalStatus } from '../../../shell/proposals/api.graphql.ts';
import type { Proposal } from '../../../shell/proposals/rows.ts';
import type { ProposalWords } from '../../../shell/proposals/useProposalWords.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { NameLink } from '../../../ui/NameLink.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import type { Translation } from '../../../ui/texts.ts';

const TONES: Readonly<Record<ProposalStatus, Tone>> = { open: 'violet', confirmed: 'good', rejected: 'bad', expired: 'neutral' };

/** @param status that is listed; null: all. @returns the columns: an open one says until when, a decided one by whom. */
export function columnsOf(
  t: Translation<'proposals'>['t'],
  { operationName, gist, plain }: ProposalWords,
  clientId: string,
  status: ProposalStatus | null,
): readonly Column<Proposal>[] {
  // With whoever decided they are one more, and still fit a small screen.
  const [what, why] = status === 'open' ? [270, 260] : [230, 210];
  return [
    {
      key: 'what',
      header: t('column.what'),
      width: what,
      wraps: true,
      cell: (row) => (
        <span dir="auto">
          <strong>{operationName(row)}</strong>
          <br />
          {gist(row)}
        </span>
      ),
    },
    {
      key: 'who',
      header: t('column.who'),
      width: 140,
      cell: (row) =>
        row.accountId ? (
          <NameLink to={paths.account(clientId, row.accountId)}>{row.debtorName || t('account')}</NameLink>
        ) : (
          (row.externalClaimRef ?? '–')
        ),
    },
    {
      key: 'why',
      header: t('column.why'),
      width: why,
      wraps: true,
      cell: (row) => <q>{plain(row.reason)}</q>,
    },
    { key: 'key', header: t('column.key'), width: 120, cell: (row) => row.keyName },
    { key: 'when', header: t('column.when'), width: 120, cell: (row) => <DateText value={row.createdAt} /> },
    ...(status === 'open'
      ? [{ key: 'ends', header: t('column.ends'), width: 90, cell: (row: Proposal) => <DateText value={row.expiresAt} /> }]
      : [
          {
            key: 'status',
            header: t('column.status'),
            width: 100,
            cell: (row: Proposal) => <Tag tone={TONES[row.status]}>{t(`state.${row.status}`)}</Tag>,
          },
          { key: 'by', header: t('column.by'), width: 130, cell: (row: Proposal) => row.decidedByName ?? '–' },
        ]),
  ];
}
