import { SegmentedControl, Select, Skeleton, Textarea } from '@mantine/core';
import { MOST_NOTE } from '../../../core/outsourcing.ts';
import { useTranslation } from '../../ui/texts.ts';
import { type Allocation, PartnerShares, sumOf } from '../partners/PartnerShares.tsx';
import { useAllocationRules, usePartnerNames } from '../partners/partners.ts';
import { RuleChoice } from '../partners/RuleChoice.tsx';
import { useFlag } from '../workspace.ts';
import BulkQuestion from './BulkQuestion.tsx';
import type { QuestionProps } from './question.ts';

interface Giving {
  readonly partnerId: string | null;
  /** Null: one partner gets all. */
  readonly shares: readonly Allocation[] | null;
  /** Null: not by a rule. */
  readonly allocationId: string | null;
  readonly note: string;
}

const NOTHING: Giving = { partnerId: null, shares: null, allocationId: null, note: '' };

/** The answer is kept as one text. */
function givingOf(answer: string | null): Giving {
  try {
    return answer ? { ...NOTHING, ...(JSON.parse(answer) as Giving) } : NOTHING;
  } catch {
    return NOTHING;
  }
}

type Way = 'one' | 'several' | 'rule';
/** An answer by rule has none chosen yet where it is empty. */
const wayOf = ({ shares, allocationId }: Giving): Way => (allocationId !== null ? 'rule' : shares === null ? 'one' : 'several');
const STARTS: Readonly<Record<Way, Pick<Giving, 'shares' | 'allocationId'>>> = {
  one: { shares: null, allocationId: null },
  several: { shares: [{ partnerId: '', percentage: 100 }], allocationId: null },
  rule: { shares: null, allocationId: '' },
};

function paramsOf(answer: string | null): object | null {
  const { partnerId, shares, allocationId, note } = givingOf(answer);
  const said = note.trim() === '' ? {} : { note };
  if (allocationId !== null) return allocationId === '' ? null : { allocationId, ...said };
  if (shares === null) return partnerId === null ? null : { partnerId, ...said };
  const isWhole = shares.length > 0 && sumOf(shares) === 100 && shares.every((row) => row.partnerId !== '' && row.percentage > 0);
  return isWhole ? { partnerAllocations: shares, ...said } : null;
}

/** Asks who gets the claims: one partner, or several by percentages or an allocation rule where the client shares out so. */
export default function OutsourceQuestion(props: QuestionProps) {
  const { t } = useTranslation(['outsourcing', 'lists']);
  const { options, loading } = usePartnerNames();
  const mayShare = useFlag('CLAIM_PARTNER_ALLOCATION');
  const rules = useAllocationRules();
  return (
    <BulkQuestion
      {...props}
      blocked={options.length === 0}
      paramsOf={paramsOf}
      field={({ value, onChange, isWrong }) => {
        if (loading) return <Skeleton height={60} />;
        if (options.length === 0) return <p>{t('noPartners')}</p>;
        const giving = givingOf(value);
        const way = wayOf(giving);
        const set = (part: Partial<Giving>) => onChange(JSON.stringify({ ...giving, ...part }));
        return (
          <>
            {mayShare && (
              <SegmentedControl
                aria-label={t('shares.how')}
                data={[
                  { value: 'one', label: t('shares.one') },
                  { value: 'several', label: t('shares.several') },
                  ...(rules.length > 0 ? [{ value: 'rule', label: t('shares.byRule') }] : []),
                ]}
                value={way}
                onChange={(next) => set(STARTS[next as Way])}
                mb="sm"
              />
            )}
            {way === 'rule' && (
              <RuleChoice
                rules={rules}
                value={giving.allocationId || null}
                error={isWrong ? t('shares.chooseRule') : undefined}
                onChange={(allocationId) => set({ allocationId: allocationId ?? '' })}
              />
            )}
            {way === 'one' && (
              <Select
                label={t('partner')}
                placeholder={t('choosePartner')}
                data={options}
                value={giving.partnerId}
                onChange={(partnerId) => set({ partnerId })}
                searchable
                required
                error={isWrong ? t('choosePartner') : undefined}
              />
            )}
            {way === 'several' && <PartnerShares rows={giving.shares ?? []} options={options} onChange={(shares) => set({ shares })} />}
            <Textarea
              mt="sm"
              label={t('note')}
              value={giving.note}
              maxLength={MOST_NOTE}
              autosize
              minRows={2}
              onChange={(event) => set({ note: event.currentTarget.value })}
            />
          </>
        );
      }}
    />
  );
}
