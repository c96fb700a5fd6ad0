import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import type { HomepageTotalsQuery } from './reporting.graphql.ts';

/** What became of the messages of 30 days: each figure with the share it is and of what. */
export function ContactPanel({ contact }: { contact: HomepageTotalsQuery['getHomepageTotals']['contact'] }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const heading = useId();
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
                  <span>{t(`contact.${name}Of`, { count, number: format.number(count) })}</span>
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
