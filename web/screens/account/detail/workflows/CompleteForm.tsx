import { Button, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import type { Account } from '../account.ts';
import { StepFiles } from './StepFiles.tsx';
import { StepValues, type Typed, useTypedValues } from './StepValues.tsx';
import type { Step, Workflow } from './workflow.ts';
import { CompleteStepDocument } from './workflows.graphql.ts';

interface Props {
  readonly step: Step;
  readonly workflow: Workflow;
  readonly account: Account;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Completes a step: what it asks for, a note, files; an approval is given or refused. */
export default function CompleteForm({ step, workflow, account, onChanged, onClose }: Props) {
  const { t } = useTranslation('workflow-steps');
  const { clientId } = useWorkspace();
  const [send, busy] = useMutation('workflows', CompleteStepDocument, { idempotent: true });
  const read = useTypedValues(step);
  const isApproval = step.type === 'approval';
  const form = useKeptForm(`workflow step ${workflow.workflowId} ${step.stepId}`, {
    initialValues: { decision: 'approved', values: {} as Typed, fileIds: [] as string[], notes: '' },
    failed: t('failedStep'),
  });
  const { decision, values, fileIds } = form.values;
  const submit = form.send(async ({ notes }) => {
    const at = { clientId, accountId: account.id, workflowId: workflow.workflowId, stepId: step.stepId };
    await send({ input: { ...at, notes, fileIds, values: read(values), decision: isApproval ? decision : null } });
    toastSuccess(t('completed', { name: step.description }));
    onChanged();
    onClose();
  }, 'input');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={step.description}
      footer={
        <Button type="submit" form="step" loading={busy} color={isApproval && decision === 'rejected' ? 'red' : undefined}>
          {t(isApproval ? `${decision === 'rejected' ? 'reject' : 'approve'}` : 'complete')}
        </Button>
      }
    >
      <form id="step" onSubmit={submit} onKeyDown={submitByKey}>
        <Stack>
          <KeptNote kept={form.kept} />
          {isApproval && (
            <SegmentedControl
              aria-label={t('decision')}
              data={(['approved', 'rejected'] as const).map((value) => ({
                value,
                label: t(`${value === 'approved' ? 'approve' : 'reject'}`),
              }))}
              {...form.getInputProps('decision')}
            />
          )}
          <StepValues
            step={step}
            values={values}
            currency={account.currency}
            errors={form.errors}
            onChange={(next) => form.setValues({ values: next })}
          />
          <StepFiles
            accountId={account.id}
            isRequired={step.type === 'uploadFile'}
            fileIds={fileIds}
            error={form.errors.fileIds}
            onChange={(next) => form.setValues({ fileIds: next })}
          />
          <Textarea
            label={t('notes')}
            withAsterisk={isApproval && decision === 'rejected'}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('notes')}
          />
        </Stack>
      </form>
    </Drawer>
  );
}
