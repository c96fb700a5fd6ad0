import { JsonInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Panel.tsx';
import type { Part } from './draft.ts';
import classes from './GeneralScreen.module.css';

/** What accounts, claims and products carry beyond the product's own fields, as JSON schemas, and what new ones begin with. */
export function MetaDataFields({ draft, change, refused }: Part) {
  const { t } = useTranslation('general');
  return (
    <Section title={t('meta.title')}>
      <div className={classes.json}>
        {(['metaFields', 'defaultMeta'] as const).map((field) => (
          <JsonInput
            key={field}
            label={t(`meta.${field}`)}
            description={t(`meta.${field}Detail`)}
            validationError={t('meta.noJson')}
            formatOnBlur
            autosize
            minRows={6}
            maxRows={24}
            styles={{ input: { fontFamily: 'var(--font-mono)' } }}
            value={draft[field]}
            onChange={(value) => change({ [field]: value })}
            error={refused(field)}
          />
        ))}
      </div>
    </Section>
  );
}
