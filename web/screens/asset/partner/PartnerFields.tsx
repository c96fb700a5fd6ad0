import { Select, Switch, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { PARTNER_TYPES } from '../../../shell/partners.ts';
import { CountryInput } from '../../../ui/CountryInput.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Draft, TextField } from './draft.ts';
import classes from './PartnerScreen.module.css';

/** Who the partner is and how to reach it. @param errors what the server refused, by field. */
export function PartnerFields(props: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  isNew: boolean;
  edits: boolean;
  errors: FormErrors;
}) {
  const { draft, change, isNew, edits, errors } = props;
  const { t } = useTranslation('partners');
  const text = (field: TextField, type?: 'email' | 'tel') => (
    <TextInput
      label={t(`field.${field}`)}
      type={type}
      maxLength={120}
      required={field === 'name'}
      data-autofocus={(isNew && field === 'name') || undefined}
      autoFocus={isNew && field === 'name'}
      value={draft[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      error={errors[field]}
    />
  );
  return (
    <>
      <Section title={t('who')}>
        <div className={classes.grid}>
          {text('name')}
          <Select
            label={t('columns.type')}
            data={PARTNER_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
            value={draft.type}
            allowDeselect={false}
            disabled={!edits}
            onChange={(type) => type && change({ type })}
            error={errors.type}
          />
          {text('email', 'email')}
          {text('phone', 'tel')}
        </div>
      </Section>
      <Section title={t('address')}>
        <div className={classes.grid}>
          {text('addressLine1')}
          {text('addressLine2')}
          {text('addressLine3')}
          <div className={classes.place}>
            {text('postalCode')}
            {text('city')}
          </div>
          {text('state')}
          <CountryInput
            label={t('field.country')}
            value={draft.country}
            disabled={!edits}
            onChange={(country) => change({ country })}
            error={errors.country}
          />
        </div>
      </Section>
      <Section title={t('work')}>
        <Switch
          label={t('field.isSkipTracingDefault')}
          description={t('skipTracingDetail')}
          checked={draft.isSkipTracingDefault}
          onChange={(event) => change({ isSkipTracingDefault: event.currentTarget.checked })}
          error={errors.isSkipTracingDefault}
        />
      </Section>
    </>
  );
}
