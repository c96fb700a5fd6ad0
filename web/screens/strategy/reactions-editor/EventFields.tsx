import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { outcomesOf } from '../../../../core/contactOutcomes.ts';
import { fieldsOf } from '../../../../engine/reactions/fields.ts';
import { useQuery } from '../../../shell/api.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { KeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ReactionOutcomesDocument } from './backoffice.graphql.ts';
import type { RuleDraft } from './model.ts';

/** What narrows the chosen event: the fields that events of its kind have. */
export function EventFields({ form, edits }: { form: KeptForm<RuleDraft>; edits: boolean }) {
  const { t } = useTranslation('reactions');
  const fields = fieldsOf(form.values.messageType);
  if (fields.length === 0) return null;
  return (
    <Group gap={12} grow align="flex-start">
      {fields.map((field) =>
        field === 'contactOutcome' ? (
          <OutcomeFields key={field} form={form} edits={edits} />
        ) : field === 'daysBeforeDueDate' ? (
          <NumberInput
            key={field}
            label={t(`field.${field}`)}
            min={0}
            max={365}
            allowDecimal={false}
            clampBehavior="none"
            readOnly={!edits}
            {...form.getInputProps(field)}
            value={form.values.daysBeforeDueDate ?? ''}
            onChange={(days) => form.setFieldValue(field, typeof days === 'number' ? days : null)}
          />
        ) : (
          <TextInput key={field} label={t(`field.${field}`)} placeholder={t('any')} readOnly={!edits} {...form.getInputProps(field)} />
        ),
      )}
    </Group>
  );
}

function OutcomeFields({ form, edits }: { form: KeptForm<RuleDraft>; edits: boolean }) {
  const { t } = useTranslation('reactions');
  const { clientId } = useWorkspace();
  const { data } = useQuery('backoffice', ReactionOutcomesDocument, { clientId });
  const contactOutcomes = outcomesOf(data?.getClientConfiguration.contactOutcomes ?? []);
  const outcomes = useOutcomeWords();
  const { category, resolution } = form.values.contactOutcome;
  const resolutions = contactOutcomes.find((each) => each.category === category)?.resolutions ?? [];
  return (
    <>
      <Select
        label={t('field.category')}
        placeholder={t('any')}
        clearable
        disabled={!edits}
        data={contactOutcomes.map((each) => ({ value: each.category, label: outcomes.category(each.category) }))}
        value={category || null}
        onChange={(next) => form.setFieldValue('contactOutcome', { category: next ?? '', resolution: '' })}
      />
      <Select
        label={t('field.resolution')}
        placeholder={t('any')}
        clearable
        disabled={!edits || category === ''}
        data={resolutions.map((each) => ({ value: each, label: outcomes.resolution(each) }))}
        value={resolution || null}
        onChange={(next) => form.setFieldValue('contactOutcome', { category, resolution: next ?? '' })}
      />
    </>
  );
}
