import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { DEFAULT_RULES, ORDERS, USUAL_ORDER } from '../../../../engine/ledger/orders.ts';
import { useClaimType } from '../../../shell/claimTypes.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './PaymentsScreen.module.css';
import { AddRow, RemoveRow } from './rows.tsx';
import type { AllocationRule, TabProps } from './settings.ts';

/** Which order money goes in: the first rule that fits a claim decides; below them the law of the country. */
export function AllocationTab({ settings, errors, change, orders }: TabProps) {
  const { t } = useTranslation('payments');
  const typeName = useClaimType();
  const rules = settings.allocationRules;
  const set = (index: number, part: Partial<AllocationRule>) =>
    change({ allocationRules: rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)) });
  const lineOf = (name: string) => {
    const order = ORDERS.find((each) => each.name === name);
    if (!order) return name;
    const [first, second, third] = order.parts;
    const line = t('order', { first: t(`component.${first}`), second: t(`component.${second}`), third: t(`component.${third}`) });
    return order.source === null ? line : `${line} (${order.source === 'contract' ? t('contract') : order.source})`;
  };
  // What another country's client chose in an older release can still be read, and left.
  const choices = (chosen: string) => ORDERS.filter((each) => each.name === chosen || orders.some((order) => order.name === each.name));
  const law = DEFAULT_RULES.filter((rule) => orders.some((order) => order.name === rule.order));
  // A loan is known by its claim's type or its product's: one law, said once.
  const laws = new Set(
    law.map((rule) => {
      const type = rule.claimType ?? rule.productType;
      return `${[rule.country, type && typeName(type)].filter(Boolean).join(' · ')}: ${lineOf(rule.order)}`;
    }),
  );
  return (
    <>
      {rules.map((rule, index) => (
        // A rule has no name of its own; its place is what it is.
        <div key={`rule ${String(index)}`} className={classes.rule}>
          <TextInput
            label={t('rule.claimType')}
            value={rule.claimType ?? ''}
            error={errors[`allocationRules.${index}.claimType`]}
            onChange={(event) => set(index, { claimType: event.currentTarget.value || null })}
          />
          <TextInput
            label={t('rule.productType')}
            value={rule.productType ?? ''}
            error={errors[`allocationRules.${index}.productType`]}
            onChange={(event) => set(index, { productType: event.currentTarget.value || null })}
          />
          <Select
            label={t('rule.order')}
            allowDeselect={false}
            value={rule.order}
            error={errors[`allocationRules.${index}.order`]}
            data={choices(rule.order).map((order) => ({ value: order.name, label: lineOf(order.name) }))}
            onChange={(order) => order && set(index, { order })}
          />
          <ActionIcon
            variant="subtle"
            size={34}
            disabled={index === 0}
            aria-label={t('rule.up')}
            onClick={() => {
              const next = [...rules];
              next.splice(index - 1, 2, rule, rules[index - 1]!);
              change({ allocationRules: next });
            }}
          >
            <IconArrowUp size={16} stroke={1.6} />
          </ActionIcon>
          <RemoveRow onRemove={() => change({ allocationRules: rules.filter((_, at) => at !== index) })} />
        </div>
      ))}
      <AddRow
        onAdd={() =>
          change({ allocationRules: [...rules, { claimType: null, productType: null, order: law.at(-1)?.order ?? USUAL_ORDER.name }] })
        }
      >
        {t('rule.add')}
      </AddRow>
      <h3>{t(law.length > 0 ? 'rule.law' : 'rule.usual')}</h3>
      <ul className={classes.list}>
        {(laws.size > 0 ? [...laws] : [lineOf(USUAL_ORDER.name)]).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
