import { Button, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Section } from '../../../../ui/Panel.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Personal.module.css';
import { RectifiedDocument } from './privacy.graphql.ts';

/** Notes a correction on the person's wish: which fields, never their values. */
export function RectifyPart(props: { person: { accountId: string; externalDebtorRef: string }; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const [send, busy] = useMutation('privacy', RectifiedDocument);
  const [fields, setFields] = useState<string[]>([]);
  const [informed, setInformed] = useState<string[]>([]);
  const [requestedOn, setRequestedOn] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  return (
    <Section title={t('rectify.title')}>
      <p className={classes.words}>{t('rectify.intro')}</p>
      {refusal !== null && <ErrorNote error={refusal} />}
      <form
        className={classes.fields}
        onSubmit={async (event) => {
          event.preventDefault();
          setRefusal(null);
          try {
            await send({ clientId, ...props.person, fields, requestedOn, informed });
            toastSuccess(t('rectify.saved'));
            setFields([]);
            setInformed([]);
            setRequestedOn('');
            props.onChange();
          } catch (thrown) {
            setRefusal(thrown);
          }
        }}
      >
        <TagsInput label={t('rectify.fields')} value={fields} onChange={setFields} maxTags={50} acceptValueOnBlur />
        <DayInput label={t('rectify.requestedOn')} value={requestedOn} onChange={setRequestedOn} />
        <TagsInput label={t('rectify.informed')} value={informed} onChange={setInformed} maxTags={50} acceptValueOnBlur />
        <Button type="submit" size="xs" variant="default" loading={busy} disabled={fields.length === 0 || requestedOn === ''}>
          {t('rectify.save')}
        </Button>
      </form>
    </Section>
  );
}
