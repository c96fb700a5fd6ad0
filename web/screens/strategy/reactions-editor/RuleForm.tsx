import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { ConditionField } from './ConditionField.tsx';
import { EventFields } from './EventFields.tsx';
import { draftOf, inputOf } from './model.ts';
import { AddReactionDocument, type ReactionChoicesQuery, type RuleFragment, UpdateReactionDocument } from './reactions.graphql.ts';
import { StepsField } from './StepsField.tsx';

/** Makes or changes a rule. @param rule null: a new one. @param accountId null: for all accounts. */
export function RuleForm(props: {
  rule: RuleFragment | null;
  accountId: string | null;
  choices: ReactionChoicesQuery['getReactionChoices'] | undefined;
  edits: boolean;
  onConflict: () => void;
  onClose: () => void;
}) {
  const { rule, accountId, choices, edits } = props;
  const { t } = useTranslation('reactions');
  const typeName = useTypeName();
  const { clientId } = useWorkspace();
  const [add, adding] = useMutation('reactions', AddReactionDocument);
  const [update, updating] = useMutation('reactions', UpdateReactionDocument);
  const form = useKeptForm(`reaction ${rule?.reactionId ?? `new ${accountId ?? ''}`}`, {
    initialValues: draftOf(rule),
    outdatedBy: 'reactionChanged',
    onConflict: props.onConflict,
  });
  const submit = form.send(async (values) => {
    const reaction = inputOf(values);
    if (rule) await update({ clientId, reaction: { ...reaction, reactionId: rule.reactionId, revision: rule.revision } });
    else await add({ clientId, accountId, reaction });
    toastSuccess(t('form.saved'));
    props.onClose();
  }, 'reaction');
  const { messageType } = form.values;
  const types = choices?.messageTypes ?? [];
  const events = messageType === '' || types.includes(messageType) ? types : [messageType, ...types];
  return (
    <Drawer
      opened
      size={800}
      onClose={props.onClose}
      title={rule ? rule.displayName || typeName(rule.messageType) : t('form.new')}
      footer={
        edits && (
          <Button type="submit" form="reaction" loading={adding || updating} disabled={form.kept.met.length > 0}>
            {t('save')}
          </Button>
        )
      }
    >
      <form id="reaction" onSubmit={submit} onKeyDown={submitByKey} noValidate>
        <Stack gap={14}>
          <KeptNote kept={form.kept} label={(field) => t(`field.${field as 'displayName'}`)} />
          <TextInput
            label={t('field.displayName')}
            placeholder={messageType === '' ? undefined : typeName(messageType)}
            maxLength={200}
            readOnly={!edits}
            {...form.getInputProps('displayName')}
          />
          <Select
            label={t('field.messageType')}
            data={events.map((value) => ({ value, label: typeName(value) }))}
            searchable
            allowDeselect={false}
            disabled={!edits}
            {...form.getInputProps('messageType')}
            value={messageType || null}
          />
          <EventFields form={form} edits={edits} />
          <ConditionField
            value={form.values.fullCondition}
            error={form.errors.fullCondition}
            edits={edits}
            onChange={(condition) => form.setFieldValue('fullCondition', condition)}
          />
          <StepsField
            steps={form.values.reactions}
            errors={form.errors}
            offered={choices?.stepTypes ?? []}
            edits={edits}
            onChange={(steps) => {
              form.clearErrors();
              form.setFieldValue('reactions', steps);
            }}
          />
        </Stack>
      </form>
    </Drawer>
  );
}
