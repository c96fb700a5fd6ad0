import { Button, Textarea } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { type Hold, HoldLine } from './HoldLine.tsx';
import classes from './Personal.module.css';
import { PlaceHoldDocument } from './privacy.graphql.ts';

/** Holds of the account: who places one says why; who releases it too. */
export function HoldsPart(props: { accountId: string; holds: readonly Hold[]; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const manages = useCan('privacy', 'manageHolds');
  return (
    <Section title={t('holds.title')}>
      {props.holds.length === 0 && <p className={classes.words}>{t('holds.none')}</p>}
      <ul className={classes.list}>
        {props.holds.map((hold) => (
          <HoldLine key={hold.id} hold={hold} manages={manages} onChange={props.onChange} />
        ))}
      </ul>
      {manages && <PlaceForm accountId={props.accountId} onPlaced={props.onChange} />}
    </Section>
  );
}

function PlaceForm({ accountId, onPlaced }: { accountId: string; onPlaced: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const [place, placing] = useMutation('privacy', PlaceHoldDocument);
  const form = useKeptForm(`hold ${accountId}`, { initialValues: { reason: '', until: '' }, addsMore: true });
  const submit = form.send(async ({ reason, until }) => {
    await place({ clientId, accountId, reason, until: until || null });
    toastSuccess(t('holds.placed'));
    onPlaced();
  });
  return (
    <form className={classes.fields} onSubmit={submit} onKeyDown={submitByKey}>
      <KeptNote kept={form.kept} />
      <Textarea label={t('holds.reason')} autosize minRows={1} maxLength={1000} {...form.getInputProps('reason')} />
      <DayInput label={t('holds.until')} {...form.getInputProps('until')} />
      <Button type="submit" size="xs" variant="default" loading={placing} disabled={form.values.reason.trim() === ''}>
        {t('holds.place')}
      </Button>
    </form>
  );
}
