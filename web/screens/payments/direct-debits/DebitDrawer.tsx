import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Debit } from './columns.tsx';
import classes from './DirectDebitsScreen.module.css';
import {
  AnnounceByLetterDocument,
  CancelDirectDebitDocument,
  DirectDebitLetterDocument,
  RejectDirectDebitDocument,
} from './finance.graphql.ts';
import { useReturnReason } from './useReturnReason.ts';

/**
 * One debit, with the letter that announces it and what may be done with it.
 * @param props.act does the work, says what it answers, or why it was refused.
 */
export function DebitDrawer(props: { debit: Debit; act: (work: () => Promise<string>) => Promise<void>; onClose: () => void }) {
  const { debit } = props;
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const reason = useReturnReason();
  const may = useCan('operations', 'manageBank');
  const letter = useQuery(
    'finance',
    DirectDebitLetterDocument,
    debit.status === 'planned' ? { clientId, paymentId: debit.paymentId } : null,
    { reuse: true },
  );
  const [byLetter] = useMutation('finance', AnnounceByLetterDocument, { idempotent: true });
  const [cancel] = useMutation('finance', CancelDirectDebitDocument, { idempotent: true });
  const [reject] = useMutation('finance', RejectDirectDebitDocument, { idempotent: true });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={`${debit.debtorName || debit.externalAccountRef} · ${format.money(debit.amount, debit.currency)}`}
      footer={
        <>
          {may && debit.status === 'planned' && (
            <Button onClick={() => void props.act(() => byLetter({ clientId, paymentId: debit.paymentId }).then(() => t('letterSent')))}>
              {t('byLetter')}
            </Button>
          )}
          {may && debit.status === 'exported' && (
            <Button
              color="red"
              variant="light"
              onClick={() => void props.act(() => reject({ clientId, paymentId: debit.paymentId }).then(() => t('rejectedOne')))}
            >
              {t('rejectDebit')}
            </Button>
          )}
          {may && (debit.status === 'planned' || debit.status === 'announced') && (
            <Button
              color="red"
              variant="light"
              onClick={() => void props.act(() => cancel({ clientId, paymentId: debit.paymentId }).then(() => t('canceled')))}
            >
              {t('cancelDebit')}
            </Button>
          )}
        </>
      }
    >
      <KeyValue
        pairs={[
          [t('debit.day'), format.date(debit.collectionDate)],
          [t('column.status'), t(`debitStatus.${debit.status as 'returned'}`)],
          [t('returnReason'), debit.returnReason === null ? null : `${reason(debit.returnReason)} (${debit.returnReason})`],
          [t('debit.mandate'), debit.mandateReference],
          [t('debit.claims'), debit.claimRefs.join(', ')],
          [t('debit.announcedAt'), debit.announcedAt === null ? null : format.date(debit.announcedAt, 'long')],
        ]}
      />
      <p className={classes.account}>
        <Link to={paths.account(clientId, debit.accountId)}>{t('openAccount')}</Link>
      </p>
      {letter.error ? <ErrorState error={letter.error} onRetry={letter.refetch} /> : null}
      {letter.loading && !letter.data && <Skeleton height={160} mt={16} />}
      {letter.data && (
        <div className={classes.foot}>
          <p className={classes.doubt}>{t('letterText')}</p>
          <p className={classes.remittance} style={{ whiteSpace: 'pre-line' }}>
            <strong>{letter.data.getDirectDebitLetter.subject}</strong>
            {`\n${letter.data.getDirectDebitLetter.text}`}
          </p>
        </div>
      )}
    </Drawer>
  );
}
