import { Input, SegmentedControl, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { LOCALES } from '../../../../core/locale.ts';
import { metaFields, metaTitle } from '../../../../core/metadata.ts';
import { FIELD_TYPES, METADATA_TARGETS, STRATEGIES_STATUSES, type WorkflowField } from '../../../../engine/workflows/blueprint.ts';
import { useQuery } from '../../../shell/api.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useMetadataSchema } from '../../../shell/metadata/metadataSchema.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useCan } from '../../../ui/permission.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Builder.module.css';
import { WorkflowTemplatesDocument } from './cms.graphql.ts';
import type { StepFieldProps } from './stepField.ts';

/** What only steps of one type have. */
export function TypeFields(props: StepFieldProps) {
  switch (props.step.type) {
    case 'manualTask':
      return <ManualFields {...props} />;
    case 'sendMessage':
      return <MessageFields {...props} />;
    case 'fillMetadata':
      return <MetadataFields {...props} />;
    case 'setStrategies':
      return <StrategiesField {...props} />;
    default:
      return null;
  }
}

function ManualFields({ step, onChange, errorOf }: StepFieldProps) {
  const { t } = useTranslation('workflows');
  return (
    <fieldset className={classes.group}>
      <legend>{t('fields')}</legend>
      <p className={classes.quiet}>{t('fieldsDetail')}</p>
      <Rows
        rows={step.fields}
        onChange={(fields) => onChange({ fields: [...fields] })}
        columns="minmax(0, 1fr) 96px auto"
        nameOf={(row) => row.name}
        add={t('addField')}
        fresh={{ name: '', type: 'text', required: true } as WorkflowField}
        line={(row, change) => (
          <>
            <TextInput
              size="xs"
              aria-label={t('fieldName')}
              value={row.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Select
              size="xs"
              aria-label={t('fieldType')}
              allowDeselect={false}
              data={FIELD_TYPES.map((type) => ({ value: type, label: t(`fieldTypes.${type}`) }))}
              value={row.type}
              onChange={(type) => change({ type: type as WorkflowField['type'] })}
            />
            <Switch
              size="xs"
              className={classes.switch}
              label={t('required')}
              checked={row.required}
              onChange={(event) => change({ required: event.currentTarget.checked })}
            />
          </>
        )}
      />
      {errorOf('fields') && <Input.Error role="alert">{errorOf('fields')}</Input.Error>}
    </fieldset>
  );
}

function MessageFields({ step, onChange, errorOf }: StepFieldProps) {
  const { t } = useTranslation('workflows');
  const { clientId } = useWorkspace();
  const sees = useCan('cms', 'viewContent');
  const { data } = useQuery('cms', WorkflowTemplatesDocument, sees ? { clientId } : null, { reuse: true });
  const templates = (data?.getTemplateBundleList ?? []).filter(({ contentTemplateType }) => contentTemplateType === step.channel);
  const isKnown = templates.some(({ fileName }) => fileName === step.bundleName);
  return (
    <>
      <Input.Wrapper label={t('channel')}>
        <SegmentedControl
          fullWidth
          aria-label={t('channel')}
          data={(['email', 'sms'] as const).map((channel) => ({ value: channel, label: t(`channels.${channel}`) }))}
          value={step.channel ?? 'email'}
          onChange={(channel) => onChange({ channel: channel as 'email', bundleName: null })}
        />
      </Input.Wrapper>
      <Select
        label={t('template')}
        withAsterisk
        searchable
        data={[
          ...templates.map(({ fileName, displayName }) => ({ value: fileName, label: displayName })),
          ...(step.bundleName && !isKnown ? [{ value: step.bundleName, label: step.bundleName }] : []),
        ]}
        value={step.bundleName}
        error={errorOf('bundleName')}
        onChange={(bundleName) => onChange({ bundleName })}
      />
      <Select
        label={t('language')}
        placeholder={t('debtorLanguage')}
        clearable
        data={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
        value={step.locale}
        error={errorOf('locale')}
        onChange={(locale) => onChange({ locale })}
      />
    </>
  );
}

function MetadataFields({ step, onChange, errorOf }: StepFieldProps) {
  const { t } = useTranslation('workflows');
  const target = step.metadataTarget ?? 'account';
  const schema = useMetadataSchema(target);
  const known = schema ? metaFields(schema) : [];
  return (
    <>
      <Input.Wrapper label={t('target')}>
        <SegmentedControl
          fullWidth
          aria-label={t('target')}
          data={METADATA_TARGETS.map((each) => ({ value: each, label: t(`targets.${each}`) }))}
          value={target}
          onChange={(each) => onChange({ metadataTarget: each as 'account', metadataFields: [] })}
        />
      </Input.Wrapper>
      <TagsInput
        label={t('metadataFields')}
        description={known.length > 0 ? known.map((each) => `${each.name}: ${metaTitle(each.name, each)}`).join(', ') : undefined}
        withAsterisk
        acceptValueOnBlur
        data={known.map(({ name }) => name)}
        value={step.metadataFields}
        error={errorOf('metadataFields')}
        onChange={(metadataFields) => onChange({ metadataFields })}
      />
    </>
  );
}

function StrategiesField({ step, onChange, errorOf }: StepFieldProps) {
  const { t } = useTranslation('workflows');
  return (
    <Input.Wrapper label={t('strategies')} error={errorOf('strategiesStatus')}>
      <SegmentedControl
        fullWidth
        aria-label={t('strategies')}
        data={STRATEGIES_STATUSES.map((each) => ({ value: each, label: t(`strategiesStatus.${each}`) }))}
        value={step.strategiesStatus ?? 'paused'}
        onChange={(each) => onChange({ strategiesStatus: each as 'paused' })}
      />
    </Input.Wrapper>
  );
}
