import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useEventItem } from '../../../shell/timeline/useEventItem.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type AuditRow, nameOf, StatusTag } from './columns.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { detailsOf, differencesOf } from './diff.ts';
import classes from './UserAuditScreen.module.css';
import { ValueText } from './ValueText.tsx';

/** One event with everything it says: who, what it was before and is now, and the event as it is stored. */
export function EventDrawer(props: { event: AuditRow | null; onClose: () => void; onCorrelation: (correlationId: string) => void }) {
  const { t } = useTranslation('audit');
  const itemOf = useEventItem();
  const { event } = props;
  return (
    <Drawer opened={event !== null} onClose={props.onClose} size={600} title={event && itemOf(event).title}>
      {event && (
        <div className={classes.drawer}>
          <Details event={event} onCorrelation={props.onCorrelation} />
          <details className={classes.raw}>
            <summary>{t('raw')}</summary>
            <pre>{JSON.stringify({ attributes: event.attributes, payload: event.payload }, null, 2)}</pre>
          </details>
        </div>
      )}
    </Drawer>
  );
}

function Details({ event, onCorrelation }: { event: AuditRow; onCorrelation: (correlationId: string) => void }) {
  const { t, find } = useTranslation('audit');
  const { clientId } = useWorkspace();
  const roleName = useRoleName();
  const format = useFormat();
  const { accountId, externalClaimRef } = event.attributes;
  const name = (part: string, id: string) => find(`audit:${part}.${id}`) ?? id;
  const differences = differencesOf(event.payload);
  const details = detailsOf(event.payload);
  return (
    <>
      <KeyValue
        pairs={[
          [t('column.time'), format.date(event.createdAt, 'exact')],
          [
            t('column.who'),
            <span key="who">
              {nameOf(event)}
              {event.userEmail && <span className={classes.quiet}> · {event.userEmail}</span>}
            </span>,
          ],
          [t('column.role'), event.role?.split(' + ').map(roleName).join(' + ')],
          [t('column.module'), `${name('module', event.moduleId)} · ${name('submodule', event.submoduleId)}`],
          [t('filter.eventType'), name('eventType', event.eventType)],
          [t('column.status'), <StatusTag key="status" status={event.status} />],
          [
            t('account'),
            accountId && (
              <Link key="account" to={paths.account(clientId, accountId)}>
                {t('openAccount')}
              </Link>
            ),
          ],
          [
            t('claim'),
            externalClaimRef && (
              <Link
                key="claim"
                to={accountId ? paths.accountClaim(clientId, accountId, externalClaimRef) : paths.claim(clientId, externalClaimRef)}
              >
                <code>{externalClaimRef}</code>
              </Link>
            ),
          ],
          [t('message'), <Reference key="message" value={event.messageId} />],
          [t('filter.correlation'), event.correlationId && <Reference key="correlation" value={event.correlationId} />],
        ]}
      />
      {event.correlationId && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLink size={14} />}
            onClick={() => event.correlationId && onCorrelation(event.correlationId)}
          >
            {t('everything')}
          </Button>
        </div>
      )}
      {differences.length > 0 && (
        <Section title={t('changes')} count={differences.length}>
          <DifferenceTable differences={differences} />
        </Section>
      )}
      {details.length > 0 && (
        <Section title={t('details')}>
          <KeyValue pairs={details.map(([label, value]) => [label, <ValueText key={label} value={value} />])} />
        </Section>
      )}
      {differences.length === 0 && details.length === 0 && <p className={classes.hint}>{t('nothingMore')}</p>}
    </>
  );
}
