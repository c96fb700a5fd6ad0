import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Personal.module.css';
import { type AccountPrivacyQuery, PlaceHoldDocument, ReleaseHoldDocument } from './privacy.graphql.ts';

/** Holds of the account: who places one says why; who releases it too. */
export function HoldsPart(props: { accountId: string; holds: AccountPrivacyQuery['getLegalHolds']; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const manages = useCan('privacy', 'manageHolds');
  const [place, placing] = useMutation('privacy', PlaceHoldDocument);
  const [release, releasing] = useMutation('privacy', ReleaseHoldDocument);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [ending, setEnding] = useState<string | null>(null);
  const [why, setWhy] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  const run = async (work: () => Promise<unknown>, said: string) => {
    setRefusal(null);
    try {
      await work();
      toastSuccess(said);
      setReason('');
      setUntil('');
      setEnding(null);
      setWhy('');
      props.onChange();
    } catch (thrown) {
      setRefusal(thrown);
    }
  };
  return (
    <Section title={t('holds.title')}>
      {refusal !== null && <ErrorNote error={refusal} />}
      {props.holds.length === 0 && <p className={classes.words}>{t('holds.none')}</p>}
      <ul className={classes.list}>
        {props.holds.map((hold) => (
          <li key={hold.id} className={classes.line}>
            <span>
              {hold.reason}{' '}
              <span className={classes.quiet}>
                · {hold.until ? t('holds.untilDay', { day: format.date(hold.until) }) : t('holds.open')}
              </span>
            </span>
            <Tag tone={hold.isInForce ? 'warn' : 'neutral'}>{t(hold.isInForce ? 'holds.tag' : 'holds.over')}</Tag>
            {manages && hold.isInForce && ending !== hold.id && (
              <Button size="xs" variant="default" onClick={() => setEnding(hold.id)}>
                {t('holds.release')}
              </Button>
            )}
            {ending === hold.id && (
              <form
                className={classes.fields}
                onSubmit={(event) => {
                  event.preventDefault();
                  void run(() => release({ clientId, holdId: hold.id, reason: why }), t('holds.released'));
                }}
              >
                <TextInput
                  autoFocus
                  label={t('holds.releaseReason')}
                  maxLength={1000}
                  value={why}
                  onChange={(event) => setWhy(event.currentTarget.value)}
                />
                <Button type="submit" size="xs" loading={releasing} disabled={why.trim() === ''}>
                  {t('holds.release')}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {manages && (
        <form
          className={classes.fields}
          onSubmit={(event) => {
            event.preventDefault();
            void run(() => place({ clientId, accountId: props.accountId, reason, until: until || null }), t('holds.placed'));
          }}
        >
          <Textarea
            label={t('holds.reason')}
            autosize
            minRows={1}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DayInput label={t('holds.until')} value={until} onChange={setUntil} />
          <Button type="submit" size="xs" variant="default" loading={placing} disabled={reason.trim() === ''}>
            {t('holds.place')}
          </Button>
        </form>
      )}
    </Section>
  );
}
