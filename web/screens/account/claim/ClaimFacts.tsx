import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { ClaimTerms } from '../../../../engine/claimTerms.ts';
import { useMutation } from '../../../shell/api.ts';
import { useClaimType } from '../../../shell/claimTypes.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { useMetadataSchema } from '../../../shell/metadata/metadataSchema.ts';
import { paths } from '../../../shell/paths.ts';
import { DisputedTag, PromisedTag, ResolvedTag, SegmentTag } from '../../../shell/states/StateTags.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { minorOf, sumOf } from '../../../ui/amounts.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { MetaFields } from '../../../ui/MetaFields.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type ClaimLedgerQuery, SetClaimMetaDocument } from './account.graphql.ts';
import classes from './ClaimScreen.module.css';
import type { Claim } from './claim.ts';

type Entry = ClaimLedgerQuery['getAccountLedgerEntries']['entries'][number];

/** What is owed of the claim, what that is made of, and what the claim is. @param props.entries undefined: not to be seen, or not there yet. */
export function ClaimFacts({ claim, entries }: { claim: Claim; entries: readonly Entry[] | undefined }) {
  const { t } = useTranslation(['account', 'events']);
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editClaim');
  const schema = useMetadataSchema('claim');
  const [setMeta] = useMutation('account', SetClaimMetaDocument);
  // Without the ledger, what the claim itself says. With it, one line per kind of booking: they add up to what is owed.
  const kinds = [...new Set(entries?.map((entry) => entry.kind))];
  const parts: [kind: string, amount: string][] = entries
    ? kinds.map((kind) => [
        kind,
        sumOf(
          entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount),
          claim.currency,
        ),
      ])
    : [
        ['principal', claim.amount],
        ['fee', claim.totalFees],
      ];
  const money = (amount: string) => <ExplainedMoney claimRef={claim.externalClaimRef} amount={amount} currency={claim.currency} />;
  return (
    <>
      <header className={classes.head}>
        <p className={classes.label}>{t('claim.open')}</p>
        <p className={classes.amount}>{money(claim.totalAmount)}</p>
        <div className={classes.tags}>
          {claim.status === 'resolved' && <ResolvedTag />}
          {claim.disputedAt !== null && <DisputedTag since={claim.disputedAt} />}
          {claim.promisedUntil !== null && <PromisedTag until={claim.promisedUntil} />}
          {claim.segment && <SegmentTag segment={claim.segment} />}
        </div>
      </header>
      <Section title={t('claim.amounts')}>
        <KeyValue
          pairs={[
            ...parts.map(([kind, amount]): [string, ReactNode] => [
              t(`events:kind.${kind as 'fee'}`),
              kind !== 'principal' && minorOf(amount, claim.currency) === 0n ? null : money(amount),
            ]),
            [t('claim.open'), money(claim.totalAmount)],
            [t('claim.due'), claim.dueDate === null ? null : <DateText key="due" value={claim.dueDate} style="medium" />],
            [
              t('claim.externalDue'),
              claim.externalDueDate && claim.externalDueDate !== claim.dueDate ? (
                <DateText key="external" value={claim.externalDueDate} style="medium" />
              ) : null,
            ],
            [t('claim.paymentReference'), claim.paymentReference && <Reference key="reference" value={claim.paymentReference} />],
          ]}
        />
      </Section>
      <Details claim={claim} />
      {/* Its texts come with it, and nothing around it waits for them. */}
      <Suspense>
        {schema && (
          <MetaFields
            name={`metadata ${claim.externalClaimRef}`}
            schema={schema}
            currency={claim.currency}
            meta={claim.meta}
            onSet={
              mayEdit
                ? (meta) => setMeta({ clientId, externalClaimRef: claim.externalClaimRef, meta, revision: claim.revision })
                : undefined
            }
          />
        )}
      </Suspense>
    </>
  );
}

/** What the claim is, beside its amounts. */
function Details({ claim }: { claim: Claim }) {
  const { t } = useTranslation(['account', 'debtor']);
  const format = useFormat();
  const showsScores = useFlag('CLAIM_AI_SCORE');
  const { clientId } = useWorkspace();
  const typeName = useClaimType();
  const terms = claim.terms as ClaimTerms | null;
  const { productName, productReference, compoundClaimRefs, debtor } = claim;
  const yes = (is: boolean) => t(is ? 'claim.yes' : 'claim.no');
  return (
    <Section title={t('claim.details')}>
      <KeyValue
        pairs={[
          [t('claim.debtor'), debtor && <Reference key="debtor" value={debtor.externalDebtorRef} />],
          [t('claim.type'), typeName(claim.type)],
          [
            t('claim.product'),
            [productName ?? productReference, claim.productType && typeName(claim.productType)].filter(Boolean).join(' · ') || null,
          ],
          [t('claim.productReference'), productName !== null && productReference !== productName ? productReference : null],
          [t('claim.portfolio'), claim.externalPortfolioRef],
          [t('claim.reason'), claim.statusReason === 'paid' ? t('claim.reasonPaid') : claim.statusReason],
          [
            t('claim.compound'),
            compoundClaimRefs.length === 0
              ? null
              : compoundClaimRefs.map((ref) => (
                  <Link key={ref} className={classes.part} to={paths.claim(clientId, ref)}>
                    {ref}
                  </Link>
                )),
          ],
          ...(showsScores ? claim.scores : []).map(({ type, value }) => [`${t('debtor:scores')}: ${type}`, format.number(value)] as const),
          [t('claim.plan'), yes(claim.instalmentsPlanEnabled)],
          [t('claim.promise'), yes(claim.promiseToPayEnabled)],
          [t('claim.callback'), yes(claim.debtorCallbackEnabled)],
          [t('claim.textFeedback'), yes(claim.debtorTextFeedbackEnabled)],
          [t('claim.instalmentTerms'), terms?.instalments ? t('claim.instalmentTermsMost', { number: terms.instalments.parts }) : null],
          [t('claim.domain'), terms?.domain ?? null],
          [t('claim.providers'), terms?.paymentProviders?.join(', ') ?? null],
          [t('claim.created'), <DateText key="created" value={claim.createdAt} style="medium" />],
          [t('claim.changed'), <DateText key="changed" value={claim.updatedAt} style="medium" />],
        ]}
      />
    </Section>
  );
}
