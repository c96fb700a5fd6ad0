import { Button, SegmentedControl, Select, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { holds } from '../../../core/holds.ts';
import { LOCALES } from '../../../core/locale.ts';
import { insertAt } from '../../content/insertAt.ts';
import { PlaceholderMenu } from '../../content/PlaceholderMenu.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../ui/hotkeys.ts';
import { KeptNote } from '../../ui/KeptNote.tsx';
import { useKeptForm } from '../../ui/keptForm.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation, useQuery } from '../api.ts';
import { LANGUAGE_NAMES } from '../i18n/i18n.ts';
import { type ReasonLike, useReason } from '../reasons.ts';
import { useWorkspace } from '../workspace.ts';
import { AttachmentsField } from './AttachmentsField.tsx';
import { SendDebtorMessageDocument, type SendDebtorMessageMutation } from './account.graphql.ts';
import classes from './Composer.module.css';
import { ContactField } from './ContactField.tsx';
import { MessagePreviewDocument, MessageTemplatesDocument } from './cms.graphql.ts';
import { MessagePreview } from './MessagePreview.tsx';
import { askedWith, formName, freshMessage, type MessageTarget, type MessageValues } from './message.ts';

/** Writes to a debtor: by a template or in one's own words, with what arrives beside it, and whether it may go. ⌘↵ sends. */
export default function ComposerDrawer({ target, onClose }: { target: MessageTarget; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const { clientId, access } = useWorkspace();
  const format = useFormat();
  const reason = useReason();
  const form = useKeptForm<MessageValues>(formName(target), {
    initialValues: freshMessage(target),
  });
  const { values } = form;
  const [send, busy] = useMutation('account', SendDebtorMessageDocument, { idempotent: true });
  /** What the server answered instead of sending: it is told, and asked once more. */
  const [asked, setAsked] = useState<GateAnswer | null>(null);
  /** A deferral is to be overridden: the message goes now, for the reason in the form. */
  const [anyway, setAnyway] = useState(false);
  const [settled] = useDebouncedValue(values, 350);
  const written =
    settled.templateReferences !== '' ||
    (settled.customBody.trim() !== '' && (settled.channel === 'sms' || settled.customSubject.trim() !== ''));
  const preview = useQuery('cms', MessagePreviewDocument, written ? askedWith(clientId, target, settled) : null, { keepPrevious: true });
  const shown = written ? preview.data?.previewDebtorMessage : undefined;
  const templates = useQuery('cms', MessageTemplatesDocument, { clientId, contentTemplateType: values.channel });

  const gate = asked ?? shown ?? null;
  const waits = gate?.answer === 'defer';
  const denied = gate?.answer === 'deny';
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
    onClose();
  });
  useHotkeys({ 'mod+Enter': () => submit() }, { inDialog: true });

  const own = values.templateReferences === '';
  const change = (part: Partial<MessageValues>) => {
    setAsked(null);
    setAnyway(false);
    form.setValues(part);
  };
  const body = useRef<HTMLTextAreaElement>(null);
  // The menu hands the focus back to its button when it has closed.
  const insert = (source: string) => body.current && insertAt(body.current, source, (customBody) => change({ customBody }), setTimeout);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={800}
      title={t(target.parent ? 'composer.reply' : 'composer.title')}
      footer={
        <div className={classes.footer}>
          {gate && gate.answer !== 'allow' && (
            <p className={classes.gate} data-tone={denied ? 'bad' : 'warn'} role="status">
              {t(denied ? 'composer.denied' : 'composer.deferred')} {reason(gate.why as ReasonLike)}
              {waits && gate.heldByLaw !== null && <> {reason(gate.heldByLaw as ReasonLike)}</>}
            </p>
          )}
          {mayOverride && (
            <Button variant="default" onClick={() => setAnyway(!anyway)}>
              {t(anyway ? 'composer.waitInstead' : 'composer.anyway')}
            </Button>
          )}
          <Button type="submit" form="message" loading={busy} disabled={denied} title={keyLabel('mod+Enter')}>
            {overrides
              ? t('composer.sendNow')
              : waits && gate.until
                ? t('composer.sendAt', { date: format.date(gate.until, 'long') })
                : t('composer.send')}
          </Button>
        </div>
      }
    >
      <div className={classes.columns}>
        <form id="message" className={classes.form} onSubmit={submit}>
          <KeptNote kept={form.kept} />
          <SegmentedControl
            fullWidth
            aria-label={t('composer.channel')}
            value={values.channel}
            disabled={target.parent != null}
            data={[
              { value: 'email', label: t('outcome.method.email') },
              { value: 'sms', label: t('outcome.method.sms') },
            ]}
            onChange={(channel) => change({ channel: channel === 'sms' ? 'sms' : 'email', contactData: '', templateReferences: '' })}
          />
          <ContactField
            accountId={target.accountId}
            channel={values.channel}
            value={values.contactData}
            error={form.errors.contactData}
            onChange={(contactData) => change({ contactData })}
          />
          <div className={classes.pair}>
            <Select
              searchable
              label={t('composer.template')}
              data={[
                { value: '', label: t('composer.ownWords') },
                ...(templates.data?.getTemplateBundleList.map((bundle) => ({ value: bundle.fileName, label: bundle.displayName })) ?? []),
              ]}
              allowDeselect={false}
              value={values.templateReferences}
              error={form.errors.templateReferences}
              onChange={(template) => change({ templateReferences: template ?? '' })}
            />
            <Select
              label={t('composer.language')}
              data={[
                { value: '', label: t('composer.readersLanguage') },
                ...LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
              ]}
              allowDeselect={false}
              value={values.locale}
              error={form.errors.locale}
              onChange={(locale) => change({ locale: locale ?? '' })}
            />
          </div>
          {own && values.channel === 'email' && (
            <TextInput
              label={t('composer.subject')}
              maxLength={500}
              value={values.customSubject}
              error={form.errors.customSubject}
              onChange={(event) => change({ customSubject: event.currentTarget.value })}
            />
          )}
          {own && (
            <Textarea
              data-autofocus
              ref={body}
              label={
                <span className={classes.label}>
                  {t('composer.body')}
                  <PlaceholderMenu
                    channel={values.channel}
                    button={<UnstyledButton className={classes.insert}>{t('composer.placeholder')}</UnstyledButton>}
                    onInsert={insert}
                  />
                </span>
              }
              autosize
              minRows={7}
              maxRows={18}
              value={values.customBody}
              error={form.errors.customBody}
              onChange={(event) => change({ customBody: event.currentTarget.value })}
            />
          )}
          {values.channel === 'email' && (
            <AttachmentsField
              accountId={target.accountId}
              value={values.attachments}
              error={form.errors.attachments}
              onChange={(attachments) => change({ attachments })}
            />
          )}
          <Textarea
            label={t('composer.notes')}
            description={t('composer.notesDetail')}
            autosize
            minRows={1}
            maxRows={5}
            value={values.notes}
            error={form.errors.notes}
            onChange={(event) => change({ notes: event.currentTarget.value })}
          />
          {overrides && (
            <Textarea
              autoFocus
              required
              label={t('composer.overrideReason')}
              description={t('composer.overrideDetail')}
              autosize
              minRows={2}
              maxRows={5}
              maxLength={500}
              value={values.overrideReason}
              error={form.errors.overrideReason}
              onChange={(event) => form.setValues({ overrideReason: event.currentTarget.value })}
            />
          )}
        </form>
        <MessagePreview
          preview={shown}
          error={written ? preview.error : null}
          loading={written && preview.loading}
          onRetry={preview.refetch}
        />
      </div>
    </Drawer>
  );
}

/** What the gate answers, before the message is sent or instead of it. */
type GateAnswer = Pick<SendDebtorMessageMutation['sendDebtorMessageV2'], 'answer' | 'why' | 'until' | 'liftableRules' | 'heldByLaw'>;

/** Keeps the form as it is: the line above the button says why nothing was sent. */
const NOT_SENT = Object.assign(new Error('not sent'), {
  errors: [{ message: '', extensions: { code: 'INVALID_INPUT', field: 'channel' } }],
});
