import { useId } from 'react';
import { Link } from 'react-router';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { HomepageTotalsQuery } from './reporting.graphql.ts';

/** Days of the rates, with today: as server/services/reporting/reporting.homepage.logic.ts counts them. */
const DAYS = 30;

/** What became of the messages of 30 days: each figure with the share it is and of what, and the list of those messages behind it. */
export function ContactPanel(props: { contact: HomepageTotalsQuery['getHomepageTotals']['contact']; today: CalendarDate }) {
  const { contact } = props;
  const { t } = useTranslation('home');
  const format = useFormat();
  const heading = useId();
  const { clientId, access } = useWorkspace();
  const opensMessages = useCan('backoffice-spa', 'view-communication-center') && access.isOn('COMMUNICATIONS_CENTER');
  const days = `${addDays(props.today, 1 - DAYS)}..${props.today}`;
  const rates = [
    ['delivered', contact.delivered, contact.sent],
    ['opened', contact.opened, contact.emails],
    ['clicked', contact.clicked, contact.delivered],
    ['bounced', contact.bounced, contact.sent],
    ['responded', contact.accountsResponded, contact.accountsContacted],
  ] as const;
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{t('contact.title')}</h2>
      <p className={classes.about}>
        {t('contact.detail', { sent: format.number(contact.sent), accounts: format.number(contact.accountsContacted) })}
      </p>
      {contact.sent === 0 ? (
        <p className={classes.none}>{t('contact.empty')}</p>
      ) : (
        <dl className={classes.rates}>
          {rates.map(([name, count, of]) => {
            const share = of === 0 ? 0 : count / of;
            return (
              <div key={name}>
                <dt>
                  {t(`contact.${name}`)}
                  <span>
                    {opensMessages && name !== 'responded' && count > 0 ? (
                      <Link to={`${paths.communications(clientId)}?delivery=${name}&when=${days}`}>
                        {t(`contact.${name}Of`, { count, number: format.number(count) })}
                      </Link>
                    ) : (
                      t(`contact.${name}Of`, { count, number: format.number(count) })
                    )}
                  </span>
                </dt>
                <dd>{format.percent(share)}</dd>
                <div className={classes.track} aria-hidden="true">
                  <div data-tone={name === 'bounced' ? 'bad' : undefined} style={{ width: `${Math.min(100, share * 100)}%` }} />
                </div>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
