import { Button } from '@mantine/core';
import { useFormat } from '../../ui/format.ts';
import { keyLabel } from '../../ui/hotkeys.ts';
import { useTranslation } from '../../ui/texts.ts';
import { type ReasonLike, useReason } from '../reasons.ts';
import classes from './Composer.module.css';
import type { Composer } from './useComposer.ts';

/** Below the message: whether it may go and why not, and what sends it, now or when it may. */
export function SendBar({ composer }: { composer: Composer }) {
  const { gate, waits, denied, mayOverride, overrides } = composer;
  const { t } = useTranslation('messages');
  const format = useFormat();
  const reason = useReason();
  return (
    <div className={classes.footer}>
      {gate && gate.answer !== 'allow' && (
        <p className={classes.gate} data-tone={denied ? 'bad' : 'warn'} role="status">
          {t(denied ? 'composer.denied' : 'composer.deferred')} {reason(gate.why as ReasonLike)}
          {waits && gate.heldByLaw !== null && <> {reason(gate.heldByLaw as ReasonLike)}</>}
        </p>
      )}
      {mayOverride && (
        <Button variant="default" onClick={composer.turnOverride}>
          {t(overrides ? 'composer.waitInstead' : 'composer.anyway')}
        </Button>
      )}
      <Button type="submit" form="message" loading={composer.busy} disabled={denied} title={keyLabel('mod+Enter')}>
        {overrides
          ? t('composer.sendNow')
          : waits && gate?.until
            ? t('composer.sendAt', { date: format.date(gate.until, 'long') })
            : t('composer.send')}
      </Button>
    </div>
  );
}
