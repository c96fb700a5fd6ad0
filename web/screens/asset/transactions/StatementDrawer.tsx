import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { IssueInvoiceDocument, TransactionTotalsDocument } from './partner.graphql.ts';

const FORM = 'partner-statement';

/** Closes a statement: what is open of a partner in a currency up to a day. @param today in the client's zone. */
export function StatementDrawer({ today, onClose, onDone }: { today: string; onClose: () => void; onDone: () => void }) {
  const { t, language } = useTranslation('partners');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [send, busy] = useMutation('partner', IssueInvoiceDocument);
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useKeptForm('partner statement', { initialValues: { to: today } });
  const { to } = form.values;
  const filter = { status: 'open', to: /^\d{4}-\d{2}-\d{2}$/.test(to) ? to : today };
  const { data } = useQuery('partner', TransactionTotalsDocument, { clientId, filter }, { keepPrevious: true });
  const open = data?.getPartnerTransactionTotals ?? [];
  const keyOf = (row: (typeof open)[number]) => `${row.partnerId} ${row.currency}`;
  const row = open.find((each) => keyOf(each) === chosen) ?? (open.length === 1 ? open[0] : undefined);
  const money = (amount: string) => format.money(amount, row?.currency ?? 'EUR');
  const submit = form.send(async (values) => {
    if (!row) return;
    const { partnerId, currency } = row;
    const { issuePartnerInvoice: invoice } = await send({ clientId, partnerId, currency, to: values.to, locale: language });
    toastSuccess(t('statement.done', { number: invoice.number }));
    onDone();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('statement.title')}
      footer={
        <Button type="submit" form={FORM} loading={busy} disabled={!row}>
          {t('statement.close')}
        </Button>
      }
    >
      <form id={FORM} onSubmit={submit}>
        <p>{t('statement.detail')}</p>
        <DayInput label={t('statement.to')} max={today} {...form.getInputProps('to')} />
        <Select
          mt="md"
          mb="md"
          label={t('statement.what')}
          placeholder={open.length === 0 ? t('statement.nothing') : t('statement.choose')}
          disabled={open.length === 0}
          data={open.map((each) => ({
            value: keyOf(each),
            label: `${each.partnerName} · ${format.money(each.open, each.currency)}`,
          }))}
          value={row ? keyOf(row) : null}
          allowDeselect={false}
          onChange={setChosen}
        />
        {row && (
          <Panel title={t('statement.sum')} tone="sunken">
            <KeyValue
              pairs={[
                [t('transaction.columns.count'), format.number(row.count)],
                [t('transaction.columns.amount'), money(row.amount)],
                [t('transaction.columns.collected'), money(row.collected)],
                [t('transaction.columns.commission'), money(row.commission)],
                [t('transaction.columns.vat'), money(row.vat)],
                [t('transaction.columns.total'), money(row.total)],
              ]}
            />
          </Panel>
        )}
      </form>
    </Drawer>
  );
}
