import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { holds } from '../../../core/holds.ts';
import { useFormat } from '../../ui/format.ts';
import { useKeptForm } from '../../ui/keptForm.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation, useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { SendDebtorMessageDocument, type SendDebtorMessageMutation } from './account.graphql.ts';
import { MessagePreviewDocument } from './cms.graphql.ts';
import { askedWith, formName, freshMessage, type MessageTarget, type MessageValues } from './message.ts';

/** What the gate answers, before the message is sent or instead of it. */
type GateAnswer = Pick<SendDebtorMessageMutation['sendDebtorMessageV2'], 'answer' | 'why' | 'until' | 'liftableRules' | 'heldByLaw'>;

/** Keeps the form as it is: the line above the button says why nothing was sent. */
const NOT_SENT = Object.assign(new Error('not sent'), {
  errors: [{ message: '', extensions: { code: 'INVALID_INPUT', field: 'channel' } }],
});

const isWritten = (values: MessageValues) =>
  values.templateReferences !== '' ||
  (values.channel !== 'letter' && values.customBody.trim() !== '' && (values.channel !== 'email' || values.customSubject.trim() !== ''));

/** A message while it is written: its form, what will arrive, whether it may go, and what sends it. @param onSent when it went or waits. */
export function useComposer(target: MessageTarget, onSent: () => void) {
  const { t } = useTranslation('messages');
  const { clientId, access } = useWorkspace();
  const format = useFormat();
  const form = useKeptForm<MessageValues>(formName(target), { initialValues: freshMessage(target) });
  const [send, busy] = useMutation('account', SendDebtorMessageDocument, { idempotent: true });
  /** What the server answered instead of sending: it is told, and asked once more. */
  const [asked, setAsked] = useState<GateAnswer | null>(null);
  /** A deferral is to be overridden: the message goes now, for the reason in the form. */
  const [anyway, setAnyway] = useState(false);
  const [settled] = useDebouncedValue(form.values, 350);
  const written = isWritten(settled);
  const preview = useQuery('cms', MessagePreviewDocument, written ? askedWith(clientId, target, settled) : null, { keepPrevious: true });
  const shown = written ? preview.data?.previewDebtorMessage : undefined;

  const gate: GateAnswer | null = asked ?? shown ?? null;
  const waits = gate?.answer === 'defer';
  const mayOverride = waits && gate.liftableRules.length > 0 && holds(access.permissions, 'operations', 'overrideDeferral');
  const overrides = mayOverride && anyway;
  const submit = form.send(async (wanted) => {
    const { sendDebtorMessageV2: receipt } = await send({
      ...askedWith(clientId, target, wanted),
      notes: wanted.notes.trim() || null,
      idempotencyKey: form.kept.sendKey,
      sendWhenAllowed: waits && !overrides,
      overrideReason: overrides ? wanted.overrideReason : null,
    });
    if (receipt.requestContextId === null) {
      setAsked(receipt);
      throw NOT_SENT;
    }
    toastSuccess(receipt.until ? t('composer.waits', { date: format.date(receipt.until, 'long') }) : t('composer.sent'));
    onSent();
  });
  return {
    target,
    form,
    /** Another message is another question to the gate. */
    change: (part: Partial<MessageValues>) => {
      setAsked(null);
      setAnyway(false);
      form.setValues(part);
    },
    submit,
    busy,
    preview: { shown, error: written ? preview.error : null, loading: written && preview.loading, refetch: preview.refetch },
    gate,
    waits,
    denied: gate?.answer === 'deny',
    mayOverride,
    overrides,
    turnOverride: () => setAnyway(!anyway),
  };
}

export type Composer = ReturnType<typeof useComposer>;
