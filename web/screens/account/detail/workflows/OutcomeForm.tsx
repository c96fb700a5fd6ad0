import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import type { Workflow } from './workflow.ts';
import { SubmitOutcomeDocument } from './workflows.graphql.ts';

/** Ends a workflow with one of its outcomes; ending it early takes a reason. */
export default function OutcomeForm(props: { workflow: Workflow; accountId: string; onChanged: () => void; onClose: () => void }) {
  const { workflowId, name, outcomes, awaitsOutcome } = props.workflow;
  const { t } = useTranslation('workflow-steps');
  const { clientId } = useWorkspace();
  const [send, busy] = useMutation('workflows', SubmitOutcomeDocument, { idempotent: true });
  const form = useKeptForm(`workflow outcome ${workflowId}`, {
    initialValues: { workflowOutcomeOption: '', workflowOutcomeNotes: '' },
    validate: {
      workflowOutcomeOption: (value) => (value === '' ? t('outcomeMissing') : null),
      workflowOutcomeNotes: (value) => (!awaitsOutcome && value.trim() === '' ? t('earlyMissing') : null),
    },
    failed: t('failed'),
  });
  const submit = form.send(async (values) => {
    await send({ clientId, accountId: props.accountId, workflowId, ...values });
    toastSuccess(t('ended', { name }));
    props.onChanged();
    props.onClose();
  });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={t('outcomeOf', { name })}
      footer={
        <Button type="submit" form="outcome" loading={busy}>
          {t('submitOutcome')}
        </Button>
      }
    >
      <form id="outcome" onSubmit={submit} onKeyDown={submitByKey}>
        <Stack>
          <KeptNote kept={form.kept} />
          {!awaitsOutcome && <p>{t('early')}</p>}
          <Radio.Group label={t('outcome')} withAsterisk {...form.getInputProps('workflowOutcomeOption')}>
            <Stack gap={8} mt={6}>
              {outcomes.map((outcome) => (
                <Radio key={outcome} value={outcome} label={outcome} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('notes')}
            withAsterisk={!awaitsOutcome}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('workflowOutcomeNotes')}
          />
        </Stack>
      </form>
    </Drawer>
  );
}
