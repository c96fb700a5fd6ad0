import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { Money } from '../../../ui/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ConnectorsScreen.module.css';
import { AccountingPreviewDocument, CreateBatchDocument } from './finance.graphql.ts';
import { useAccountLabel } from './useAccountLabel.ts';

const DAY = 86_400_000;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Makes the next batch: says beforehand what it will hold, and what of it has no account. */
export function NewBatch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const label = useAccountLabel();
  const [until, setUntil] = useState(() => format.dayOf(new Date(Date.now() - DAY).toISOString()));
  const [refusal, setRefusal] = useState<unknown>(null);
  const [create, creating] = useMutation('finance', CreateBatchDocument, { idempotent: true });
  const { data, error, loading } = useQuery('finance', AccountingPreviewDocument, isDay(until) ? { clientId, until } : null, {
    keepPrevious: true,
  });
  const preview = data?.previewAccountingBatch;
  const make = async () => {
    setRefusal(null);
    try {
      await create({ clientId, until });
      onClose();
    } catch (thrown) {
      setRefusal(thrown);
    }
  };
  const isReady = !loading && preview !== undefined && preview.entries > 0 && preview.missing.length === 0 && isDay(until);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={t('batch.add')}
      footer={
        <Button type="submit" form="batch" loading={creating} disabled={!isReady}>
          {preview && preview.entries > 0
            ? t('batch.make', { count: preview.entries, shown: format.number(preview.entries) })
            : t('batch.makeNone')}
        </Button>
      }
    >
      <form
        id="batch"
        noValidate
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void make();
        }}
      >
        <div className={classes.sections}>
          <p className={classes.intro}>{t('batch.explain')}</p>
          <DayInput label={t('batch.untilDay')} description={t('batch.untilHint')} value={until} onChange={setUntil} />
          {refusal !== null ? <ErrorNote error={refusal} /> : error !== undefined && error !== null ? <ErrorNote error={error} /> : null}
          {preview && preview.missing.length > 0 && (
            <Panel tone="bad" title={t('batch.missing')}>
              <p className={classes.facts}>{t('batch.missingDetail')}</p>
              <table className={classes.table}>
                <tbody>
                  {preview.missing.map(({ key, entries, claims }) => (
                    <tr key={key}>
                      <td>{label(key)}</td>
                      <td className={classes.number}>{format.number(entries)}</td>
                      <td className={classes.mono}>
                        {claims.join(', ')}
                        {entries > claims.length && ' …'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Panel>
          )}
          {preview?.entries === 0 && <p className={classes.intro}>{t('batch.nothing')}</p>}
          {preview && preview.sums.length > 0 && (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('sum.currency')}</th>
                  <th scope="col" className={classes.number}>
                    {t('batch.entries')}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t('sum.added')}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t('sum.reduced')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {preview.sums.map(({ currency, entries, debit, credit }) => (
                  <tr key={currency}>
                    <td>{currency}</td>
                    <td className={classes.number}>{format.number(entries)}</td>
                    <td className={classes.number}>
                      <Money amount={debit} currency={currency} bare />
                    </td>
                    <td className={classes.number}>
                      <Money amount={credit} currency={currency} bare />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </form>
    </Drawer>
  );
}
