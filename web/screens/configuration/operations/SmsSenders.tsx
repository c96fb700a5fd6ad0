import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CountryInput } from '../../../ui/CountryInput.tsx';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SetSmsSendersDocument } from './cms.graphql.ts';
import classes from './OperationsScreen.module.css';
import type { SmsProvidersFragment } from './operations.graphql.ts';

type Sender = SmsProvidersFragment['senders'][number];

/** Who text messages are from where that isn't the provider's sender: by the country of the debtor's number. */
export function SmsSenders({ saved }: { saved: readonly Sender[] }) {
  const { t } = useTranslation('operations');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editConfiguration');
  const [rows, setRows] = useState<readonly Sender[]>(saved);
  const [start, setStart] = useState<readonly Sender[]>(saved);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [save, saving] = useMutation('cms', SetSmsSendersDocument, { idempotent: true });
  const faults = refusal === null ? [] : faultsOf(refusal);
  const at = (row: number, field: string) => {
    const fault = faults.find((each) => each.field === `smsSenderContents.${row}.${field}`);
    return fault && <FaultText fault={fault} />;
  };

  async function submit() {
    setRefusal(null);
    try {
      await save({ clientId, smsSenderContents: rows.map(({ country, sender }) => ({ locale: country, content: sender })) });
      setStart(rows);
      toastSuccess(t('senders.saved'));
    } catch (thrown) {
      setRefusal(thrown);
    }
  }

  return (
    <Section title={t('senders.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className={classes.fields} disabled={!edits}>
          <Stack gap={14}>
            <p className={classes.intro}>{t('senders.detail')}</p>
            {refusal !== null && !faults.some((fault) => fault.field?.startsWith('smsSenderContents.')) && <ErrorNote error={refusal} />}
            <Rows
              rows={rows}
              onChange={(next) => {
                setRefusal(null);
                setRows(next);
              }}
              columns="minmax(0, 1fr) minmax(0, 1fr)"
              nameOf={({ country }) => country || t('senders.country')}
              add={t('senders.add')}
              fresh={{ country: '', sender: '' }}
              line={(row, put, place) => (
                <>
                  <CountryInput
                    aria-label={t('senders.country')}
                    placeholder={t('senders.country')}
                    value={row.country}
                    onChange={(country) => put({ country })}
                    error={at(place, 'locale')}
                  />
                  <TextInput
                    aria-label={t('senders.sender')}
                    placeholder={t('senders.sender')}
                    maxLength={16}
                    value={row.sender}
                    onChange={(event) => put({ sender: event.currentTarget.value })}
                    error={at(place, 'content')}
                  />
                </>
              )}
            />
            {edits && (
              <Group>
                <Button type="submit" size="sm" loading={saving} disabled={JSON.stringify(rows) === JSON.stringify(start)}>
                  {t('save')}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}
