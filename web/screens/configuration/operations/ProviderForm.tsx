import { Button, Group, PasswordInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { MessageChannel } from '../../../../core/messageChannels.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SendTestMessageDocument, type SendTestMessageMutation } from './cms.graphql.ts';
import classes from './OperationsScreen.module.css';
import {
  type ProvidersFragment,
  SetEmailProviderDocument,
  SetMessageProviderDocument,
  SetSmsProviderDocument,
} from './operations.graphql.ts';
import { configurationsOf, DEFAULT, draftOf, SAVED_SECRET, type Value, withProvider } from './provider.ts';

const DELIVERY_CLASSES = ['neither', 'askable', 'idempotent'] as const;

/** What a channel's messages leave by, and a message to oneself that shows whether they do. */
export function ProviderForm({ channel, setting }: { channel: MessageChannel; setting: ProvidersFragment }) {
  const { t } = useTranslation(['operations', 'ui']);
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editConfiguration');
  const start = draftOf(setting);
  const [draft, setDraft] = useState(start);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [taken, setTaken] = useState<SendTestMessageMutation['sendTestMessage'] | null>(null);
  const [saveEmail, savingEmail] = useMutation('operations', SetEmailProviderDocument, { idempotent: true });
  const [saveSms, savingSms] = useMutation('operations', SetSmsProviderDocument, { idempotent: true });
  const [saveOther, savingOther] = useMutation('operations', SetMessageProviderDocument, { idempotent: true });
  const [test, testing] = useMutation('cms', SendTestMessageDocument);
  const kind = setting.providers.find((each) => each.providerName === draft.providerName);
  const [saved] = setting.providerConfigurations;
  const noticeURL = saved?.providerName === draft.providerName ? saved.noticeURL : null;
  const changed = JSON.stringify(configurationsOf(draft)) !== JSON.stringify(configurationsOf(start));
  const faults = refusal === null ? [] : faultsOf(refusal);
  const faultAt = (field: string) => faults.find((each) => each.field === `providerConfigurations.${field}`);
  const known = [
    ...(kind?.credentialFields ?? []).map((name) => `credentials.${name}`),
    ...(kind?.extraFields ?? []).map((name) => `extras.${name}`),
  ];
  const isBeside = faults.some((fault) => known.some((field) => fault.field === `providerConfigurations.${field}`));

  async function act(work: () => Promise<void>) {
    setRefusal(null);
    try {
      await work();
    } catch (thrown) {
      setRefusal(thrown);
    }
  }
  const save = () =>
    act(async () => {
      const variables = { clientId, providerConfigurations: configurationsOf(draft) };
      const saved =
        channel === 'email'
          ? (await saveEmail(variables)).setEmailSetting
          : channel === 'sms'
            ? (await saveSms(variables)).setSettingSMS
            : (await saveOther({ ...variables, communicationChannel: channel })).setSettingMessage;
      setDraft(draftOf(saved));
      toastSuccess(t(`${channel}.saved`));
    });
  const sendTest = () =>
    act(async () => {
      setTaken(null);
      const { sendTestMessage: answer } = await test({ clientId, channel });
      setTaken(answer);
      toastSuccess(t('test.sent', { recipient: answer.recipient }));
    });

  const field = (part: 'credentials' | 'extras', name: string) => {
    const value = draft[part][name];
    const put = (next: Value) => {
      setRefusal(null);
      setDraft({ ...draft, [part]: { ...draft[part], [name]: next } });
    };
    const fault = faultAt(`${part}.${name}`);
    const common = { key: `${part}.${name}`, label: t(`field.${name}` as 'field.host'), error: fault && <FaultText fault={fault} /> };
    if (name === 'secure') return <Switch {...common} checked={value === true} onChange={(event) => put(event.currentTarget.checked)} />;
    if (name === 'deliveryClass')
      return (
        <Select
          {...common}
          description={t('field.deliveryClassDetail')}
          data={DELIVERY_CLASSES.map((each) => ({ value: each, label: t(`deliveryClass.${each}`) }))}
          value={String(value ?? 'neither')}
          allowDeselect={false}
          onChange={(next) => next && put(next)}
        />
      );
    if (kind?.secretFields.includes(name))
      return (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showSecret') }}
          placeholder={value === SAVED_SECRET ? t('secretSaved') : undefined}
          value={value === SAVED_SECRET ? '' : String(value ?? '')}
          // An emptied field means the secret that is there, as long as it is this provider's.
          onChange={(event) =>
            put(
              event.currentTarget.value ||
                (start.credentials[name] === SAVED_SECRET && start.providerName === draft.providerName ? SAVED_SECRET : ''),
            )
          }
        />
      );
    return (
      <TextInput
        {...common}
        autoComplete="off"
        placeholder={name === 'port' ? '587' : undefined}
        value={String(value ?? '')}
        onChange={(event) => put(event.currentTarget.value)}
      />
    );
  };

  return (
    <Section title={t(`${channel}.title`)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset className={classes.fields} disabled={!edits}>
          <Stack gap={14}>
            {refusal !== null && !isBeside && <ErrorNote error={refusal} />}
            <Select
              label={t('provider')}
              description={
                draft.providerName === DEFAULT ? t(`default.${setting.defaultProvider}Detail` as 'default.noneDetail') : undefined
              }
              data={[
                { value: DEFAULT, label: t(`default.${setting.defaultProvider}` as 'default.none') },
                ...setting.providers.map(({ providerName }) => ({ value: providerName, label: t(`kind.${providerName}` as 'kind.SMTP') })),
              ]}
              value={draft.providerName}
              allowDeselect={false}
              onChange={(name) => {
                setRefusal(null);
                setDraft(withProvider(setting, name ?? DEFAULT));
              }}
            />
            {kind && (
              <div className={classes.grid}>
                {kind.credentialFields.map((name) => field('credentials', name))}
                {kind.extraFields.map((name) => field('extras', name))}
              </div>
            )}
            {noticeURL && (
              <TextInput
                label={t('notices.label')}
                description={t('notices.detail')}
                readOnly
                value={noticeURL}
                rightSectionWidth={110}
                rightSection={<CopyButton text={noticeURL} size="compact-xs" />}
              />
            )}
            {edits && (
              <Group gap={8}>
                <Button type="submit" size="sm" loading={savingEmail || savingSms || savingOther} disabled={!changed}>
                  {t('save')}
                </Button>
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconSend size={16} />}
                  loading={testing}
                  disabled={changed}
                  title={changed ? t('test.saveFirst') : undefined}
                  onClick={() => void sendTest()}
                >
                  {t(`test.${channel}`)}
                </Button>
              </Group>
            )}
            {taken && (
              <p className={classes.intro} role="status">
                {t(taken.providerRef === null ? 'test.taken' : 'test.takenAs', {
                  provider: t(`kind.${taken.providerName}` as 'kind.SMTP', { defaultValue: taken.providerName }),
                  sender: taken.sender,
                  reference: taken.providerRef ?? '',
                })}
              </p>
            )}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}
