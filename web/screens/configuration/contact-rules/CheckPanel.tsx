import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Channel, GateRules } from '../../../../engine/gate/types.ts';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { type ReasonLike, useReason } from '../../../shell/reasons.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './CheckPanel.module.css';
import { ExplainContactDocument } from './cms.graphql.ts';

const CHANNELS: readonly Channel[] = ['email', 'sms', 'whatsapp', 'phone', 'letter'];
const ICONS = { allow: IconCircleCheck, defer: IconClock, deny: IconCircleX };

/** What would happen if an account were contacted now, under the rules as they stand on the screen. */
export function CheckPanel(props: { rules: GateRules; unsaved: boolean }) {
  const { t } = useTranslation('contact-rules');
  const { clientId } = useWorkspace();
  const reason = useReason();
  const [account, setAccount] = useState('');
  const [channel, setChannel] = useState<Channel>('email');
  const [asked] = useDebouncedValue({ accountRef: account.trim(), channel, rules: props.rules }, 300);
  const { data, error } = useQuery('cms', ExplainContactDocument, asked.accountRef ? { clientId, ...asked } : null, { keepPrevious: true });
  const forecast = asked.accountRef && !error ? data?.explainContact : undefined;
  const answer = forecast?.answer === 'allow' || forecast?.answer === 'defer' ? forecast.answer : 'deny';
  const Icon = ICONS[answer];
  return (
    <aside className={classes.panel} aria-label={t('check.title')}>
      <h2>{t('check.title')}</h2>
      <p className={classes.detail}>{props.unsaved ? t('check.unsaved') : t('check.detail')}</p>
      <TextInput
        label={t('check.account')}
        placeholder={t('check.placeholder')}
        value={account}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('check.channel')}
        value={channel}
        data={CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))}
        onChange={(next) => setChannel(CHANNELS.find((each) => each === next) ?? 'email')}
      />
      {error !== undefined &&
        error !== null &&
        asked.accountRef !== '' &&
        (faultOf(error).code === 'NOT_FOUND' ? <p className={classes.detail}>{t('check.notFound')}</p> : <ErrorNote error={error} />)}
      {forecast && (
        <>
          <div className={classes.answer} data-answer={answer}>
            <Icon size={20} />
            <div>
              <strong>{t(`answer.${answer}`)}</strong>
              <p>{reason(forecast.why as ReasonLike)}</p>
              <Link to={paths.account(clientId, forecast.accountId)}>
                {forecast.debtorName} · {forecast.accountRef}
              </Link>
            </div>
          </div>
          <ul className={classes.rules}>
            {forecast.rules.map((rule) => (
              <li key={rule.rule} data-ok={rule.ok}>
                {rule.ok ? <IconCircleCheck size={16} aria-label={t('ok')} /> : <IconCircleX size={16} aria-label={t('notOk')} />}
                {reason(rule.why as ReasonLike)}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
