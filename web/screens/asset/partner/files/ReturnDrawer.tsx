import { Button, Checkbox, Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { RETURN_FIELDS, RETURN_KINDS, type ReturnField } from '../../../../../core/partnerFiles.ts';
import { mutate, useQuery } from '../../../../shell/api.ts';
import { ListExport, reasonTexts, wordsOf as wordsOfNames } from '../../../../shell/ListExport.tsx';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { ServerWords } from '../../../../ui/FaultText.tsx';
import { wordsOf } from '../../../../ui/fault.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Money } from '../../../../ui/Money.tsx';
import { Section } from '../../../../ui/Panel.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError } from '../../../../ui/toasts.ts';
import classes from './Files.module.css';
import {
  BookReturnDocument,
  CancelReturnDocument,
  CheckReturnDocument,
  RefusedRowsDocument,
  ReturnDocument,
  ReturnFileDocument,
  type ReturnFileQuery,
  type ReturnQuery,
} from './partner.graphql.ts';

type Back = ReturnQuery['getPartnerReturn'];
type Mapping = ReturnFileQuery['getPartnerReturnFile']['suggestion'];
const BEAT = 1_000;
/** Before a row's kind in a choice that no column says. */
const ALWAYS = 'kind:';

/** One file from a partner: which column is what, what it would do, what contradicts, and what was booked. */
export function ReturnDrawer({ returnId, onClose }: { returnId: string; onClose: () => void }) {
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const { data, refetch } = useQuery(
    'partner',
    ReturnDocument,
    { clientId, returnId },
    { keepPrevious: true, pollInterval: isBusy ? BEAT : 0 },
  );
  const file = data?.getPartnerReturn;
  const moves = file !== undefined && (file.status === 'checking' || file.status === 'booking');
  if (moves !== isBusy) setBusy(moves);
  const act = (work: Promise<unknown>) => void work.then(refetch).catch(toastError);
  const footer = file && (
    <>
      {moves && (
        <Button variant="default" onClick={() => act(mutate('partner', CancelReturnDocument, { clientId, returnId }))}>
          {t('return.stop')}
        </Button>
      )}
      {(file.status === 'checked' || (file.startedAt !== null && (file.status === 'failed' || file.status === 'cancelled'))) && (
        <Button
          disabled={file.summary?.booked === 0 && file.startedAt === null}
          onClick={() => act(mutate('partner', BookReturnDocument, { clientId, returnId }))}
        >
          {t(file.startedAt === null ? 'return.book' : 'return.goOn')}
        </Button>
      )}
    </>
  );
  return (
    <Drawer opened onClose={onClose} size={800} title={file?.fileName ?? ''} footer={footer}>
      {file && (
        <div className={classes.form}>
          <Outcome file={file} />
          {file.startedAt === null && <Columns key={file.status === 'checked' ? 'again' : 'first'} file={file} onChecked={refetch} />}
        </div>
      )}
    </Drawer>
  );
}

function Outcome({ file }: { file: Back }) {
  const { t } = useTranslation('partnerFiles');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { summary, returnId } = file;
  const hasRefused = summary !== null && summary.refused > 0;
  const rows = useQuery('partner', RefusedRowsDocument, hasRefused && file.status !== 'checking' ? { clientId, returnId } : null, {
    keepPrevious: true,
  });
  const said = wordsOf(file.errorKey, file.errorValues);
  const isAhead = file.startedAt === null;
  const top = useRef<HTMLDivElement>(null);
  const { status } = file;
  // The columns are below: what the check has found is what one wants to see.
  useEffect(() => {
    if (status === 'checked') top.current?.scrollIntoView({ block: 'start' });
  }, [status]);
  return (
    <div ref={top}>
      <Section
        title={t(`returned.${file.status}`)}
        aside={
          summary !== null && (file.status === 'checked' || file.startedAt !== null) ? (
            <ListExport
              list="partner-return-rows"
              size="xs"
              wanted={{ returnId }}
              columns={[
                { key: 'row', header: t('column.row') },
                { key: 'kind', header: t('column.kind'), words: wordsOfNames(RETURN_KINDS, (kind) => t(`kind.${kind}`)) },
                { key: 'claim', header: t('column.claim') },
                { key: 'reference', header: t('column.reference') },
                { key: 'amount', header: t('column.amount') },
                {
                  key: 'outcome',
                  header: t('column.outcome'),
                  words: wordsOfNames(['booked', 'known', 'refused'] as const, (each) => t(`outcome.${each}`)),
                },
                { key: 'reason', header: t('column.reason'), words: reasonTexts() },
                { key: 'values', header: t('column.values') },
              ]}
            />
          ) : undefined
        }
      >
        {said && (
          <p className={classes.wrong}>
            <ServerWords text={said.key} words={said} />
          </p>
        )}
        {summary && (
          <dl className={classes.figures}>
            <Figure name={t(isAhead ? 'return.willBook' : 'return.booked')} value={format.number(summary.booked)} />
            <Figure name={t('return.known')} value={format.number(summary.known)} />
            <Figure name={t('return.refused')} value={format.number(summary.refused)} />
            {summary.sums.map(({ currency, payments, costs }) => (
              <div key={currency} style={{ display: 'contents' }}>
                <Figure name={t('return.payments')} value={<Money amount={payments} currency={currency} />} />
                <Figure name={t('return.costs')} value={<Money amount={costs} currency={currency} />} />
              </div>
            ))}
          </dl>
        )}
        {summary && summary.kinds.length > 0 && (
          <p className={classes.hint}>
            {summary.kinds
              .map(
                ({ kind, booked, refused }) =>
                  `${t(`kind.${kind as 'payment'}`)}: ${format.number(booked)}${refused > 0 ? ` (${t('return.refusedOf', { number: format.number(refused) })})` : ''}`,
              )
              .join(' · ')}
          </p>
        )}
        {hasRefused && rows.data && (
          <>
            <h4>{t('return.contradictions')}</h4>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th>{t('column.row')}</th>
                  <th>{t('column.claim')}</th>
                  <th>{t('column.reason')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.data.listPartnerReturnRows.items.map((row) => {
                  const words = wordsOf(row.errorKey, row.errorValues);
                  return (
                    <tr key={row.rowNumber}>
                      <td className={classes.number}>{row.rowNumber}</td>
                      <td>{row.externalClaimRef ?? '–'}</td>
                      <td>
                        {words && <ServerWords text={words.key} words={words} />}
                        <span className={classes.small}>{row.cells?.filter(Boolean).join(' · ')}</span>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {rows.data.listPartnerReturnRows.total > rows.data.listPartnerReturnRows.items.length && (
              <p className={classes.hint}>{t('return.more')}</p>
            )}
          </>
        )}
      </Section>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Which column is what. What a partner's files look like is said once and holds for the next ones. */
function Columns({ file, onChecked }: { file: Back; onChecked: () => void }) {
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const { returnId } = file;
  const { data } = useQuery('partner', ReturnFileDocument, { clientId, returnId }, { reuse: true });
  const [changed, setChanged] = useState<Mapping | null>(null);
  const [saves, setSaves] = useState(true);
  const [error, setError] = useState<unknown>(null);
  if (!data) return null;
  const { columns, rows, suggestion } = data.getPartnerReturnFile;
  const mapping = changed ?? suggestion;
  const set = (part: Partial<Mapping>) => setChanged({ ...mapping, ...part });
  const chosenFor = (field: ReturnField): string => {
    const found = mapping.fields.find((each) => each.field === field);
    return found?.column ?? (found?.constant ? ALWAYS + found.constant : '');
  };
  const choose = (field: ReturnField, value: string | null) => {
    const others = mapping.fields.filter((each) => each.field !== field);
    if (!value) return set({ fields: others });
    const isAlways = value.startsWith(ALWAYS);
    const chosen = { field, column: isAlways ? null : value, constant: isAlways ? value.slice(ALWAYS.length) : null, values: [] };
    set({ fields: [...others, chosen] });
  };
  const check = async () => {
    setError(null);
    try {
      await mutate('partner', CheckReturnDocument, { clientId, returnId, mapping, saves });
      onChecked();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const unique = [...new Set(columns)].filter((name) => name !== '');
  return (
    <Section title={t('columns.title')}>
      <p className={classes.intro}>{t('columns.intro')}</p>
      <div className={classes.sample}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 3).map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample are told by their place
              <tr key={at}>
                {columns.map((column, place) => (
                  <td key={column}>{cells[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.grid}>
        {RETURN_FIELDS.map((field) => (
          <Select
            key={field}
            label={t(`field.${field}`)}
            placeholder={t('columns.none')}
            data={[
              ...(field === 'kind'
                ? RETURN_KINDS.map((kind) => ({ value: ALWAYS + kind, label: t('columns.always', { kind: t(`kind.${kind}`) }) }))
                : []),
              ...unique.map((name) => ({ value: name, label: name })),
            ]}
            value={chosenFor(field) || null}
            clearable={field !== 'kind' && field !== 'claimRef'}
            onChange={(value) => choose(field, value)}
          />
        ))}
        <Select
          label={t('columns.decimalMark')}
          data={[
            { value: '.', label: '1,234.56' },
            { value: ',', label: '1.234,56' },
          ]}
          value={mapping.decimalMark}
          allowDeselect={false}
          onChange={(value) => value && set({ decimalMark: value })}
        />
        <Select
          label={t('columns.dateOrder')}
          data={(['YMD', 'DMY', 'MDY'] as const).map((value) => ({ value, label: t(`dateOrder.${value}`) }))}
          value={mapping.dateOrder}
          allowDeselect={false}
          onChange={(value) => value && set({ dateOrder: value })}
        />
        <Checkbox
          className={classes.wide}
          label={t('columns.save')}
          checked={saves}
          onChange={(event) => setSaves(event.currentTarget.checked)}
        />
      </div>
      {error !== null && <ErrorNote error={error} />}
      <div>
        <Button
          variant={file.status === 'checked' ? 'default' : 'filled'}
          loading={file.status === 'checking'}
          onClick={() => void check()}
        >
          {t(file.status === 'checked' ? 'columns.checkAgain' : 'columns.check')}
        </Button>
      </div>
    </Section>
  );
}
