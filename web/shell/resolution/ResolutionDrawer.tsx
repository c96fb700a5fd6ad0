import { Button, SegmentedControl, Select, Textarea } from '@mantine/core';
import {
  type CommunicationMethod,
  DELINQUENCY_REASONS,
  OUTCOME_DIRECTIONS,
  type OutcomeDirection,
  outcomesOf,
} from '../../../core/contactOutcomes.ts';
import { Drawer } from '../../ui/Drawer.tsx';
import { keyLabel, useHotkeys } from '../../ui/hotkeys.ts';
import { KeptNote } from '../../ui/KeptNote.tsx';
import { useKeptForm } from '../../ui/keptForm.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation, useQuery } from '../api.ts';
import { useOutcomeWords } from '../outcomes.ts';
import { useWorkspace } from '../workspace.ts';
import { ContactOutcomesDocument } from './backoffice.graphql.ts';
import { SaveResolutionDocument } from './operations.graphql.ts';

/** What a resolution is about. */
export interface ResolutionTarget {
  readonly accountId: string;
  readonly externalClaimRef?: string | null;
  readonly communicationMethod: CommunicationMethod;
  readonly outcomeDirection: OutcomeDirection;
  /** The message or call; left out for a call that nobody recorded: whoever logs it says who called, and chooses an outcome. */
  readonly communicationRequestId?: string | null;
}

/** Says how a contact ended: the outcome, why the debtor is late, a note. */
export default function ResolutionDrawer({ target, onClose }: { target: ResolutionTarget; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const words = useOutcomeWords();
  const { data } = useQuery('backoffice', ContactOutcomesDocument, { clientId });
  const outcomes = outcomesOf(data?.getClientConfiguration.contactOutcomes ?? []);
  const logs = target.communicationRequestId == null;
  const first = logs ? '' : `${outcomes[0]?.category}:${outcomes[0]?.resolutions[0]}`;
  const [save, busy] = useMutation('operations', SaveResolutionDocument, { idempotent: target.communicationRequestId != null });
  const form = useKeptForm(`resolution ${target.communicationRequestId ?? target.accountId}`, {
    initialValues: {
      contactOutcome: '',
      delinquencyReason: 'notApplicable',
      additionalInformation: '',
      outcomeDirection: target.outcomeDirection as string,
    },
    validate: { contactOutcome: (value) => (logs && value === '' ? t('resolution.outcomeMissing') : null) },
  });
  const submit = form.send(async ({ contactOutcome, delinquencyReason, additionalInformation, outcomeDirection }) => {
    const chosen = contactOutcome || first;
    const cut = chosen.indexOf(':');
    await save({
      clientId,
      accountId: target.accountId,
      externalClaimRef: target.externalClaimRef ?? null,
      communicationResolution: {
        communicationMethod: target.communicationMethod,
        outcomeDirection,
        contactOutcome: { category: chosen.slice(0, cut), resolution: chosen.slice(cut + 1) },
        delinquencyReason,
        additionalInformation,
        communicationRequestId: target.communicationRequestId ?? null,
      },
    });
    toastSuccess(t('resolution.saved'));
    onClose();
  }, 'communicationResolution');
  useHotkeys({ 'mod+Enter': () => submit() }, { inDialog: true });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={logs ? t('resolution.callTitle') : t('resolution.title')}
      footer={
        <Button type="submit" form="resolution" loading={busy} title={keyLabel('mod+Enter')}>
          {t('resolution.save')}
        </Button>
      }
    >
      <form id="resolution" onSubmit={submit}>
        <KeptNote kept={form.kept} />
        {logs && (
          <SegmentedControl
            mb="md"
            fullWidth
            aria-label={t('resolution.direction')}
            data={OUTCOME_DIRECTIONS.map((value) => ({ value, label: t(`resolution.directions.${value}`) }))}
            {...form.getInputProps('outcomeDirection')}
          />
        )}
        <Select
          data-autofocus
          openOnFocus={false}
          searchable
          allowDeselect={false}
          label={t('resolution.outcome')}
          data={outcomes.map(({ category, resolutions }) => ({
            group: words.category(category),
            items: resolutions.map((each) => ({ value: `${category}:${each}`, label: words.resolution(each) })),
          }))}
          {...form.getInputProps('contactOutcome')}
          value={form.values.contactOutcome || first || null}
        />
        <Select
          mt="md"
          searchable
          allowDeselect={false}
          label={t('resolution.reason')}
          data={DELINQUENCY_REASONS.map((value) => ({ value, label: words.reason(value) }))}
          {...form.getInputProps('delinquencyReason')}
        />
        <Textarea
          mt="md"
          label={t('resolution.note')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={5000}
          {...form.getInputProps('additionalInformation')}
        />
      </form>
    </Drawer>
  );
}
