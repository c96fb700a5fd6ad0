import { TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Draft } from './draft.ts';
import classes from './UserScreen.module.css';

/** Longest telephone number (specification 3, section 9). */
const MOST_PHONE = 25;

/** Names, address and number. @param errors what the server refused, by field. */
export function PersonFields(props: { draft: Draft; change: (part: Partial<Draft>) => void; isNew: boolean; errors: FormErrors }) {
  const { draft, change, isNew, errors } = props;
  const { t } = useTranslation('users');
  const text = (field: 'name' | 'middleName' | 'familyName') => (
    <TextInput
      label={t(`field.${field}`)}
      maxLength={80}
      value={draft[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      error={errors[field]}
    />
  );
  return (
    <Section title={t('person')}>
      <div className={classes.grid}>
        <TextInput
          label={t('field.email')}
          description={t(isNew ? 'field.emailNew' : 'field.emailKept')}
          type="email"
          required={isNew}
          data-autofocus={isNew || undefined}
          autoFocus={isNew}
          readOnly={!isNew}
          maxLength={254}
          value={draft.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
          error={errors.email}
        />
        <TextInput
          label={t('field.phoneNumber')}
          description={t('field.phoneDetail')}
          type="tel"
          maxLength={MOST_PHONE}
          value={draft.phoneNumber}
          onChange={(event) => change({ phoneNumber: event.currentTarget.value })}
          error={errors.phoneNumber}
        />
      </div>
      <div className={classes.names}>
        {text('name')}
        {text('middleName')}
        {text('familyName')}
      </div>
    </Section>
  );
}
