import { Suspense, useState } from 'react';
import { isFreeGroup, type MetaForm, metaForm, metaTitle } from '../../../../core/metadata.ts';
import { MetaInput } from '../../../ui/MetaInput.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { FieldDraft } from './draft.ts';
import classes from './MetadataScreen.module.css';

/** The form that the schema makes; what is typed goes nowhere. */
export function Preview({ fields, currency }: { fields: readonly FieldDraft[]; currency: string }) {
  const { t } = useTranslation('metadata');
  const [values, setValues] = useState<Readonly<Record<string, MetaForm>>>({});
  return (
    <Panel title={t('preview')} tone="sunken">
      <div className={classes.preview}>
        {fields.length === 0 && <p className={classes.note}>{t('previewEmpty')}</p>}
        {fields.map((field) => {
          // What was typed is only of use while the field stays of its kind.
          const key = `${field.name} ${field.type} ${isFreeGroup(field)}`;
          const title = metaTitle(field.name, field);
          return field.editable === false ? (
            <p key={key} className={classes.note}>
              {t('readOnly', { name: title })}
            </p>
          ) : (
            <Suspense key={key}>
              <MetaInput
                field={field}
                label={title}
                currency={currency}
                value={values[key] ?? metaForm(field, null)}
                onChange={(value) => setValues({ ...values, [key]: value })}
              />
            </Suspense>
          );
        })}
      </div>
    </Panel>
  );
}
