import { Button, TextInput } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Personal.module.css';
import { type AccountPrivacyQuery, ReleaseHoldDocument } from './privacy.graphql.ts';

export type Hold = AccountPrivacyQuery['getLegalHolds'][number];

/** One hold, and the form that releases it. */
export function HoldLine({ hold, manages, onChange }: { hold: Hold; manages: boolean; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [release, releasing] = useMutation('privacy', ReleaseHoldDocument);
  const form = useKeptForm(`release of hold ${hold.id}`, { initialValues: { isOpen: false, reason: '' } });
  const { isOpen, reason } = form.values;
  const submit = form.send(async (wanted) => {
    await release({ clientId, holdId: hold.id, reason: wanted.reason });
    toastSuccess(t('holds.released'));
    onChange();
  });
  const mayRelease = manages && hold.isInForce;
  return (
    <li className={classes.line}>
      <span>
        {hold.reason}{' '}
        <span className={classes.quiet}>· {hold.until ? t('holds.untilDay', { day: format.date(hold.until) }) : t('holds.open')}</span>
      </span>
      <Tag tone={hold.isInForce ? 'warn' : 'neutral'}>{t(hold.isInForce ? 'holds.tag' : 'holds.over')}</Tag>
      {mayRelease && !isOpen && (
        <Button size="xs" variant="default" onClick={() => form.setValues({ isOpen: true })}>
          {t('holds.release')}
        </Button>
      )}
      {mayRelease && isOpen && (
        <form className={classes.fields} onSubmit={submit} onKeyDown={submitByKey}>
          <KeptNote kept={form.kept} />
          <TextInput autoFocus label={t('holds.releaseReason')} maxLength={1000} {...form.getInputProps('reason')} />
          <Button type="submit" size="xs" loading={releasing} disabled={reason.trim() === ''}>
            {t('holds.release')}
          </Button>
        </form>
      )}
    </li>
  );
}
