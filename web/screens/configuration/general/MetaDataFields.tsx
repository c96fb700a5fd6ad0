import { JsonInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FaultText } from '../../../ui/FaultText.tsx';
import { Section } from '../../../ui/Panel.tsx';
import type { Part } from './draft.ts';
import classes from './GeneralScreen.module.css';

/** What accounts, claims and products carry beyond the product's own fields, as JSON schemas, and what new ones begin with. */
export function MetaDataFields({ draft, change, faultAt }: Part) {
  const { t } = useTranslation('general');
  return (
    <Section title={t('meta.title')}>
      <div className={classes.json}>
        {(['metaFields', 'defaultMeta'] as const).map((field) => {
          const fault = faultAt(field);
          return (
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
              error={fault && <FaultText fault={fault} />}
            />
          );
        })}
      </div>
    </Section>
  );
}
