import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../workspace.ts';
import { ProposalFileDocument } from './files.graphql.ts';
import { ProposalPaymentsDocument, ProposalPlansDocument, ProposalPromisesDocument } from './finance.graphql.ts';
import { ProposalStrategiesDocument } from './strategy.graphql.ts';

interface Named {
  readonly id: string;
  readonly accountId: string | null;
}

/** What an id of a proposal stands for: "€25.00 by Jan 15, 2027". The id itself where that isn't known, or the reader may not see it. */
const KINDS: Readonly<Record<string, (of: Named) => ReactNode>> = {
  blueprintId: StrategyName,
  fileId: FileName,
  importId: ImportLink,
  instalmentsPlanId: PlanName,
  paymentId: PaymentName,
  promiseToPayId: PromiseName,
};

/** @returns whether a field holds an id that stands for something with a name. */
export const isNamed = (field: string): boolean => Object.hasOwn(KINDS, field);

/** @param field of an id (isNamed). */
export function NamedThing({ field, ...of }: Named & { field: string }) {
  const Kind = KINDS[field]!;
  return <Kind {...of} />;
}

const Id = ({ id }: { id: string }) => <code>{id}</code>;

function StrategyName({ id }: Named) {
  const { clientId } = useWorkspace();
  const may = useCan('strategy', 'viewStrategies');
  const { data } = useQuery('strategy', ProposalStrategiesDocument, may ? { clientId } : null, { reuse: true });
  const name = data?.getStrategies.find((each) => each.id === id)?.displayName;
  return name ? <Link to={paths.strategy(clientId, id)}>{name}</Link> : <Id id={id} />;
}

function FileName({ id }: Named) {
  const { clientId } = useWorkspace();
  const may = useCan('account', 'viewFiles');
  const { data } = useQuery('files', ProposalFileDocument, may ? { clientId, fileId: id } : null, { reuse: true });
  return data?.getAddOnFile.name ?? <Id id={id} />;
}

function ImportLink({ id }: Named) {
  const { clientId } = useWorkspace();
  return (
    <Link to={paths.import(clientId, id)}>
      <Id id={id} />
    </Link>
  );
}

/** What one asks of the money of an account; null for whoever may not see it. */
function useMoneyOf(accountId: string | null) {
  const { clientId } = useWorkspace();
  return useCan('operations', 'viewPayments') && accountId ? { clientId, accountId } : null;
}

function PaymentName({ id, accountId }: Named) {
  const format = useFormat();
  const { data } = useQuery('finance', ProposalPaymentsDocument, useMoneyOf(accountId), { reuse: true });
  const found = data?.getAccountPayments.find((each) => each.id === id);
  return found ? `${format.money(found.amount, found.currency)} · ${format.date(found.createdAt)}` : <Id id={id} />;
}

function PromiseName({ id, accountId }: Named) {
  const { t } = useTranslation('proposals');
  const format = useFormat();
  const { data } = useQuery('finance', ProposalPromisesDocument, useMoneyOf(accountId), { reuse: true });
  const found = data?.getAccountPromisesToPay.find((each) => each.id === id);
  if (!found) return <Id id={id} />;
  return t('value.promise', { amount: format.money(found.amount, found.currency), date: format.date(found.dueDate) });
}

function PlanName({ id, accountId }: Named) {
  const { t } = useTranslation(['proposals', 'events']);
  const format = useFormat();
  const { data } = useQuery('finance', ProposalPlansDocument, useMoneyOf(accountId), { reuse: true });
  const found = data?.getAccountInstalmentsPlans.find((each) => each.id === id);
  if (!found) return <Id id={id} />;
  const count = found.instalments.length;
  const interval = t(`events:part.interval.${found.interval as 'monthly'}`);
  return t('value.plan', { amount: format.money(found.amount, found.currency), count, interval });
}
