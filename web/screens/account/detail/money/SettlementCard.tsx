import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { faultsOf } from '../../../../ui/fault.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Can } from '../../../../ui/permission.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastFault, toastSuccess } from '../../../../ui/toasts.ts';
import { AgreementCard } from './AgreementCard.tsx';
import { EndsNote } from './EndsNote.tsx';
import { AcceptSettlementDocument, type AgreementsQuery, WithdrawSettlementDocument } from './finance.graphql.ts';
import classes from './money.module.css';

type Offer = AgreementsQuery['getAccountSettlementOffers'][number];

/** A settlement: accepted for the debtor, or withdrawn. One that ends other agreements is asked about first. */
export function SettlementCard({ offer, currency }: { offer: Offer; currency: string }) {
  const { t } = useTranslation('money');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [accept, accepting] = useMutation('finance', AcceptSettlementDocument, { idempotent: true });
  const [withdraw, withdrawing] = useMutation('finance', WithdrawSettlementDocument, { idempotent: true });
  const [asking, setAsking] = useState(false);
  const endsOthers = offer.ends.length > 0;
  const acceptIt = () => accept({ clientId, settlementOfferId: offer.id, endsAgreements: endsOthers });
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toastSuccess(done);
    } catch (thrown) {
      for (const fault of faultsOf(thrown)) toastFault(fault);
    }
  };
  const holds = offer.status === 'offered' || offer.status === 'accepted';
  return (
    <AgreementCard
      of="settlement"
      id={offer.id}
      amount={offer.amount}
      currency={currency}
      status={offer.status}
      since={holds ? undefined : format.dayOf(offer.createdAt)}
      note={t('agreement.insteadOf', { amount: format.money(offer.dueAmount, currency), day: format.date(offer.validUntil) })}
    >
      {holds && (
        <Can domain="operations" action="offerSettlement">
          <div className={classes.buttons}>
            {offer.status === 'offered' && (
              <Button
                size="compact-xs"
                variant="default"
                loading={accepting}
                onClick={() => (endsOthers ? setAsking(true) : void attempt(acceptIt, t('settlement.accepted')))}
              >
                {t('settlement.accept')}
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="subtle"
              loading={withdrawing}
              onClick={() => void attempt(() => withdraw({ clientId, settlementOfferId: offer.id }), t('settlement.withdrawn'))}
            >
              {t('settlement.withdraw')}
            </Button>
          </div>
        </Can>
      )}
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          title={t('settlement.acceptTitle', { amount: format.money(offer.amount, currency) })}
          detail={
            <>
              {t('settlement.acceptHint', { day: format.date(offer.validUntil) })}
              <EndsNote ends={offer.ends} />
            </>
          }
          confirm={t('settlement.accept')}
          onConfirm={async () => {
            await acceptIt();
            toastSuccess(t('settlement.accepted'));
          }}
        />
      )}
    </AgreementCard>
  );
}
