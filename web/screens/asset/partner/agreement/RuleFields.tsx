import { ActionIcon, Button, MultiSelect, NumberInput, Select } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { AGE_POINTS, PAYMENT_KINDS, type PaymentKind } from '../../../../../engine/commission/agreement.ts';
import { errorAt } from '../../../../ui/form.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Agreement.module.css';
import { NEW_RULE, type Rule } from './agreementDraft.ts';

/** Percentages in their order: the first that fits a payment counts. */
export function RuleFields(props: {
  rules: readonly Rule[];
  edits: boolean;
  errors: FormErrors;
  onChange: (rules: readonly Rule[]) => void;
}) {
  const { rules, edits, errors, onChange } = props;
  const { t } = useTranslation('partners');
  const put = (at: number, part: Partial<Rule>) => onChange(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  const move = (at: number, to: number) => onChange(rules.toSpliced(at, 1).toSpliced(to, 0, rules[at]!));
  const days = (value: number | string) => (typeof value === 'number' ? value : null);
  return (
    <div className={classes.rules}>
      {rules.map((rule, at) => {
        const number = at + 1;
        const error = (field: keyof Rule) => errors[`rules.${at}.${field}`];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are told by their place
          <fieldset key={at} className={classes.rule}>
            <legend className={classes.number}>{t('agreement.rule', { number })}</legend>
            <NumberInput
              label={t('agreement.percent')}
              suffix=" %"
              min={0}
              max={100}
              decimalScale={2}
              value={rule.basisPoints / 100}
              onChange={(value) => typeof value === 'number' && put(at, { basisPoints: Math.round(value * 100) })}
              error={error('basisPoints')}
            />
            <MultiSelect
              label={t('agreement.kinds')}
              placeholder={rule.kinds.length > 0 ? undefined : t('agreement.anyKind')}
              data={PAYMENT_KINDS.map((value) => ({ value, label: t(`paymentKind.${value}`) }))}
              value={[...rule.kinds]}
              disabled={!edits}
              onChange={(kinds) => put(at, { kinds: kinds as PaymentKind[] })}
              error={error('kinds')}
            />
            <div className={classes.days}>
              <NumberInput
                label={t('agreement.from')}
                placeholder="0"
                min={0}
                allowDecimal={false}
                value={rule.fromDays ?? ''}
                onChange={(value) => put(at, { fromDays: days(value) })}
                error={error('fromDays')}
              />
              <NumberInput
                label={t('agreement.to')}
                placeholder="∞"
                min={0}
                allowDecimal={false}
                value={rule.toDays ?? ''}
                onChange={(value) => put(at, { toDays: days(value) })}
                error={error('toDays')}
              />
            </div>
            <Select
              label={t('agreement.ageAt')}
              data={AGE_POINTS.map((value) => ({ value, label: t(`agreement.at.${value}`) }))}
              value={rule.ageAt}
              allowDeselect={false}
              disabled={!edits}
              onChange={(ageAt) => ageAt && put(at, { ageAt: ageAt as Rule['ageAt'] })}
              error={error('ageAt')}
            />
            {edits && (
              <div className={classes.moves}>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('agreement.up', { number })}
                  title={t('agreement.up', { number })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <IconArrowUp size={16} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('agreement.down', { number })}
                  title={t('agreement.down', { number })}
                  disabled={at === rules.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <IconArrowDown size={16} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('agreement.remove', { number })}
                  title={t('agreement.remove', { number })}
                  onClick={() => onChange(rules.toSpliced(at, 1))}
                >
                  <IconTrash size={16} stroke={1.6} />
                </ActionIcon>
              </div>
            )}
          </fieldset>
        );
      })}
      {errorAt(errors, 'rules') !== undefined && rules.length === 0 && <p className={classes.wrong}>{errorAt(errors, 'rules')}</p>}
      {edits && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              onChange([...rules, { ...NEW_RULE, ...(rules.at(-1)?.toDays != null && { fromDays: rules.at(-1)!.toDays! + 1 }) }])
            }
          >
            {t('agreement.addRule')}
          </Button>
        </div>
      )}
    </div>
  );
}
