import { Button, Modal, Skeleton } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './Starters.module.css';
import { CreateStarterStrategyDocument, StarterStrategiesDocument } from './strategy.graphql.ts';

const CHANNELS = ['email', 'sms', 'task'] as const;

/** The examples a client can begin with; choosing one makes it the client's own and opens it. */
export default function StartersDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation('strategy');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const locale = language;
  const { data, error, refetch } = useQuery('strategy', StarterStrategiesDocument, { clientId, locale });
  const [create, busy] = useMutation('strategy', CreateStarterStrategyDocument, { idempotent: true });
  const use = async (starterId: string) => {
    try {
      const { createStarterStrategy: made } = await create({ clientId, starterId, locale });
      toastSuccess(t('starters.created', { name: made.displayName }));
      navigate(paths.strategy(clientId, made.id));
    } catch (failure) {
      toastError(failure);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('starters.open')} size={760}>
      <p className={classes.intro}>{t('starters.intro')}</p>
      {error ? <ErrorState error={error} onRetry={refetch} /> : !data && <Skeleton height={420} />}
      <ul className={classes.list}>
        {data?.getStarterStrategies.map((starter) => (
          <li key={starter.id} className={classes.starter}>
            {starter.previewUrl && <img className={classes.picture} src={starter.previewUrl} alt="" />}
            <div className={classes.text}>
              <h3 id={starter.id}>{starter.displayName}</h3>
              <p>{starter.description}</p>
              <p className={classes.facts}>
                {t('starters.steps', { count: starter.stepCount, number: format.number(starter.stepCount) })} ·{' '}
                {t('starters.days', { count: starter.days, number: format.number(starter.days) })}
                {CHANNELS.filter((channel) => starter.channels.includes(channel)).map((channel) => (
                  <Tag key={channel}>{t(`starters.channel.${channel}`)}</Tag>
                ))}
              </p>
            </div>
            <Button variant="default" size="sm" disabled={busy} aria-describedby={starter.id} onClick={() => void use(starter.id)}>
              {t('starters.use')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
