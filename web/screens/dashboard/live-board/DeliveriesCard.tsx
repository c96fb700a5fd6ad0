import { Link } from 'react-router';
import { MESSAGE_CHANNELS } from '../../../../core/messageChannels.ts';
import { paths } from '../../../shell/paths.ts';
import { useProviderName } from '../../../shell/providerName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { LiveBoardQuery } from './reporting.graphql.ts';

const KINDS = ['paused', 'blocked', 'failed', 'unknown', 'bounced'] as const;

/** Messages that don't arrive and calls of other systems that get no answer, by channel and provider. */
export function DeliveriesCard({ deliveries }: { deliveries: LiveBoardQuery['getLiveBoard']['deliveries'] }) {
  const { t } = useTranslation('board');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const providerNameOf = useProviderName();
  const opensInbox = useCan('backoffice-spa', 'view-inbox');
  return (
    <section className={classes.card} aria-labelledby="board-deliveries">
      <h2 id="board-deliveries">{t('deliveries.title')}</h2>
      <p className={classes.about}>{t('deliveries.detail')}</p>
      {deliveries.length === 0 ? (
        <p className={classes.none}>{t('deliveries.empty')}</p>
      ) : (
        <table className={classes.list} aria-labelledby="board-deliveries">
          <thead>
            <tr>
              <th scope="col">{t('deliveries.what')}</th>
              <th scope="col">{t('deliveries.newest')}</th>
              <th scope="col" data-right>
                {t('deliveries.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((row) => {
              const kind = KINDS.find((each) => each === row.status);
              const channel = MESSAGE_CHANNELS.find((each) => each === row.channel);
              const name = channel ?? (row.channel.startsWith('payment.') ? 'payment' : 'system');
              return (
                <tr key={`${row.channel} ${row.status} ${row.providerName}`}>
                  <td>
                    {t(`channel.${name}`)}:{' '}
                    {kind === 'unknown' && channel && opensInbox ? (
                      <Link to={paths.reviewQueue(clientId)}>{t('deliveries.unknown')}</Link>
                    ) : (
                      kind && t(`deliveries.${kind}`)
                    )}
                    {row.providerName !== null && (
                      <span className={classes.since}>
                        {providerNameOf(row.providerName)}
                        {row.reason !== null && (
                          <>
                            {' · '}
                            <ServerWords text={row.reason} words={wordsOf(row.errorKey, row.errorValues)} />
                          </>
                        )}
                      </span>
                    )}
                  </td>
                  <td>{format.date(row.newest, 'long')}</td>
                  <td data-right>{format.number(row.count)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
