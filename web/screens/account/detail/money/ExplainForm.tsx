import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput, dayOrNone } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import { useAction } from '../useAction.ts';
import { downloadBalance } from './downloadBalance.ts';
import { Explanation } from './Explanation.tsx';
import { ExplainBalanceDocument } from './finance.graphql.ts';
import classes from './money.module.css';

/** Where a figure comes from: any claim or the whole account, as of any day, as it took effect or as it was known. */
export default function ExplainForm(props: { account: Account; onClose: () => void }) {
  const { account } = props;
  const { t, language } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [, , about] = useAction();
  const [search] = useSearchParams();
  const today = format.dayOf(new Date().toISOString());
  const [claimRef, setClaimRef] = useState(about ?? '');
  const [asOf, setAsOf] = useState(search.get('asOf') ?? today);
  const [by, setBy] = useState(search.get('by') === 'bookedAt' ? 'bookedAt' : 'valueDate');
  const [printing, setPrinting] = useState(false);
  const asked = { accountId: account.id, externalClaimRef: claimRef || null, asOf: dayOrNone(asOf) || today, by };
  const { data, error, refetch } = useQuery('finance', ExplainBalanceDocument, { clientId, ...asked }, { keepPrevious: true });
  const print = async () => {
    setPrinting(true);
    await downloadBalance(clientId, { ...asked, locale: language });
    setPrinting(false);
  };
  return (
    <Drawer
      opened
      onClose={props.onClose}
      size={800}
      title={t('explain.title')}
      cancel={false}
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
        <DayInput label={t('explain.asOf')} value={asOf} onChange={setAsOf} />
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
        <Explanation explained={data.explainBalance} at={search.get('at')} />
      ) : (
        <Skeleton height={280} />
      )}
    </Drawer>
  );
}
