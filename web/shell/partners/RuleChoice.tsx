import { Select } from '@mantine/core';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Partners.module.css';
import type { AllocationRulesQuery } from './partner.graphql.ts';

export type Rule = AllocationRulesQuery['getPartnerAllocations'][number];

/** One of the allocation rules, each with what it does. @param rules those that may be chosen, by name */
export function RuleChoice(props: {
  rules: readonly Rule[];
  value: string | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (allocationId: string | null) => void;
}) {
  const { rules, value } = props;
  const { t } = useTranslation('outsourcing');
  const format = useFormat();
  const byId = new Map(rules.map((rule) => [rule.allocationId, rule]));
  const told = (rule: Rule | undefined) =>
    rule?.shares.map(({ partnerName, basisPoints }) => `${partnerName ?? '–'} ${format.percent(basisPoints / 10_000, 2)}`).join(' · ') ??
    '';
  return (
    <Select
      label={t('shares.rule')}
      placeholder={t('shares.chooseRule')}
      data={rules.map(({ allocationId, name }) => ({ value: allocationId, label: name }))}
      value={value}
      allowDeselect={false}
      searchable
      required
      nothingFoundMessage={t('shares.noRule')}
      disabled={props.disabled}
      error={props.error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={value === null ? undefined : told(byId.get(value))}
      renderOption={({ option }) => (
        <span className={classes.rule}>
          <span>{option.label}</span>
          <small>{told(byId.get(option.value))}</small>
        </span>
      )}
      onChange={props.onChange}
    />
  );
}
