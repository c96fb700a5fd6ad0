import { Button, SegmentedControl, Select, Skeleton, TextInput } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DateText } from '../../../../ui/DateText.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { Reference } from '../../../../ui/Reference.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import type { Account } from '../account.ts';
import { useAction } from '../useAction.ts';
import { downloadBalance } from './downloadBalance.ts';
import { ExplainBalanceDocument, type ExplainBalanceQuery } from './finance.graphql.ts';
import classes from './money.module.css';
import { useMoneyWords } from './useMoneyWords.ts';

type Explanation = ExplainBalanceQuery['explainBalance'];

/** Where a figure comes from: any claim or the whole account, as of any day, as it took effect or as it was known. */
export default function ExplainForm(props: { account: Account; onClose: () => void }) {
  const { account } = props;
  const { t, i18n } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [, , about] = useAction();
  const today = format.dayOf(new Date().toISOString());
  const [claimRef, setClaimRef] = useState(about ?? '');
  const [asOf, setAsOf] = useState<string>(today);
  const [by, setBy] = useState('valueDate');
  const [printing, setPrinting] = useState(false);
  const asked = { accountId: account.id, externalClaimRef: claimRef || null, asOf: asOf || today, by };
  const { data, error, refetch } = useQuery('finance', ExplainBalanceDocument, { clientId, ...asked }, { keepPrevious: true });
  const print = async () => {
    setPrinting(true);
    await downloadBalance(clientId, { ...asked, locale: i18n.language });
    setPrinting(false);
  };
  return (
    <Drawer
      opened
      onClose={props.onClose}
      size={800}
      title={t('explain.title')}
      footer={
        <Button variant="default" loading={printing} leftSection={<IconFileTypePdf size={16} stroke={1.6} />} onClick={() => void print()}>
          {t('explain.pdf')}
        </Button>
      }
    >
      <div className={classes.asked}>
        <Select
          label={t('explain.what')}
          allowDeselect={false}
          value={claimRef}
          data={[
            { value: '', label: t('explain.whole') },
            ...account.claims.map((claim) => ({ value: claim.externalClaimRef, label: claim.externalClaimRef })),
          ]}
          onChange={(value) => setClaimRef(value ?? '')}
        />
        <TextInput type="date" label={t('explain.asOf')} value={asOf} onChange={(event) => setAsOf(event.currentTarget.value)} />
        <SegmentedControl
          aria-label={t('explain.by')}
          value={by}
          onChange={setBy}
          data={[
            { value: 'valueDate', label: t('explain.valueDate') },
            { value: 'bookedAt', label: t('explain.bookedAt') },
          ]}
        />
      </div>
      <p className={classes.hint}>{t(by === 'bookedAt' ? 'explain.bookedAtHint' : 'explain.valueDateHint')}</p>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <Answer explained={data.explainBalance} />
      ) : (
        <Skeleton height={280} />
      )}
    </Drawer>
  );
}

function Answer({ explained }: { explained: Explanation }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const words = useMoneyWords();
  const money = (amount: string) => format.money(amount, explained.currency);
  const hasAccrued = Number(explained.accruedInterest) !== 0;
  return (
    <>
      <p className={classes.figure}>
        <strong>{money(explained.total)}</strong>
        <span>{t('explain.on', { day: format.date(explained.asOf) })}</span>
      </p>
      <dl className={classes.components}>
        {(['principal', 'interest', 'costs', 'credit'] as const).map((part) => (
          <div key={part}>
            <dt>{words.component(part)}</dt>
            <dd>{money(part === 'credit' ? `-${explained.components.credit}`.replace('-0.00', '0.00') : explained.components[part])}</dd>
          </div>
        ))}
        {hasAccrued && (
          <div>
            <dt>{t('explain.accrued')}</dt>
            <dd>{money(explained.accruedInterest)}</dd>
          </div>
        )}
      </dl>
      <div className={classes.block}>
        <Section title={t('explain.rules')}>
          <ul className={classes.lines}>
            {explained.claims.map((claim) => (
              <li key={claim.externalClaimRef}>
                <Reference value={claim.externalClaimRef} /> <strong>{money(claim.balance)}</strong>
                <p>{words.order(claim.order)}</p>
                {claim.interestTerms && <p>{words.interest(claim.interestTerms)}</p>}
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {explained.payments.length > 0 && (
        <div className={classes.block}>
          <Section title={t('explain.payments')} count={explained.payments.length}>
            <ul className={classes.lines}>
              {explained.payments.map((payment) => (
                <li key={`${payment.paymentId} ${payment.externalClaimRef}`}>
                  <DateText value={payment.valueDate} style="medium" /> · <strong>{money(payment.amount)}</strong> ·{' '}
                  <Reference value={payment.externalClaimRef} />
                  <p>
                    {payment.parts
                      .map((part) => t('explain.part', { amount: money(part.amount), part: words.component(part.component) }))
                      .join(', ')}
                    {' · '}
                    {payment.order.source === 'contract' ? t('order.contract') : payment.order.source}
                  </p>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      {explained.agreements.length > 0 && (
        <div className={classes.block}>
          <Section title={t('explain.agreements')}>
            <ul className={classes.lines}>
              {explained.agreements.map((each) => (
                <li key={each.id}>
                  {t(`agreement.${each.kind as 'promise'}`)} · <strong>{money(each.amount)}</strong> ·{' '}
                  {t('explain.until', { day: format.date(each.until) })} <Tag tone="neutral">{words.status(each.status)}</Tag>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      <div className={classes.block}>
        <Section title={t('explain.entries')} count={explained.entryCount}>
          <table className={classes.rows}>
            <thead>
              <tr>
                <th>{t('explain.valueDate')}</th>
                <th>{t('explain.bookedAt')}</th>
                <th>{t('explain.entry')}</th>
                <th data-right>{t('explain.amount')}</th>
                <th data-right>{t('explain.balance')}</th>
              </tr>
            </thead>
            <tbody>
              {explained.entries.map(({ entry, runningBalance }) => (
                <tr key={entry.id} data-gone={entry.reversedByEntryId !== null || undefined}>
                  <td>{format.date(entry.valueDate)}</td>
                  <td>{format.date(entry.bookedAt)}</td>
                  <td>
                    <strong>{words.kind(entry.kind)}</strong> · {words.component(entry.component)}
                    <span className={classes.note}>
                      {entry.externalClaimRef}
                      {entry.description && ` · ${entry.description}`}
                    </span>
                  </td>
                  <td data-right>{format.amount(entry.amount, explained.currency)}</td>
                  <td data-right>{format.amount(runningBalance, explained.currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th colSpan={4}>{t('explain.sum')}</th>
                <th data-right>{format.amount(explained.balance, explained.currency)}</th>
              </tr>
            </tfoot>
          </table>
        </Section>
      </div>
    </>
  );
}
