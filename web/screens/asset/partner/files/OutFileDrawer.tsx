import type { ReactNode } from 'react';
import { useQuery } from '../../../../shell/api.ts';
import { useFileSize } from '../../../../shell/files.ts';
import { useStaff } from '../../../../shell/staff.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DateText } from '../../../../ui/DateText.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { KeyValue } from '../../../../ui/KeyValue.tsx';
import { Money } from '../../../../ui/Money.tsx';
import { Section } from '../../../../ui/Panel.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Files.module.css';
import { type OutFileFragment, OutFileItemsDocument } from './partner.graphql.ts';

const LIMIT = 200;

/** @returns who said that the partner has a file; null while nobody did. */
export function useReceived(): (file: OutFileFragment) => string | null {
  const { t } = useTranslation('partnerFiles');
  const { nameOf } = useStaff();
  return ({ acknowledgedAt, acknowledgedBy, acknowledgedWith }) => {
    if (acknowledgedAt === null) return null;
    if (acknowledgedWith !== null) return t('out.byKey', { name: acknowledgedWith });
    return acknowledgedBy === null ? t('out.byPartner') : (nameOf(acknowledgedBy) ?? '–');
  };
}

/** One file for the partner: what is known of it, and what it says of which claims. */
export function OutFileDrawer({ file, onClose }: { file: OutFileFragment; onClose: () => void }) {
  const { t } = useTranslation('partnerFiles');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const size = useFileSize();
  const received = useReceived()(file);
  const { data, error, refetch } = useQuery('partner', OutFileItemsDocument, { clientId, id: file.id, limit: LIMIT });
  const list = data?.listOutsourcedFileItems;
  const code = (text: string | null): ReactNode => text && <span className={classes.code}>{text}</span>;
  const moment = (value: string | null): ReactNode => (value === null ? null : <DateText value={value} style="long" />);
  return (
    <Drawer opened onClose={onClose} size={800} title={file.displayName} cancel={false}>
      <div className={classes.form}>
        <KeyValue
          pairs={[
            [t('file.made'), moment(file.madeAt)],
            [t('file.rows'), format.number(file.itemCount)],
            [
              t('file.owed'),
              file.totalAmounts.length === 0
                ? null
                : file.totalAmounts.map(({ currency, totalAmount }) => (
                    <div key={currency}>
                      <Money amount={totalAmount} currency={currency} />
                    </div>
                  )),
            ],
            [t('file.attachments'), file.attachmentCount === 0 ? null : format.number(file.attachmentCount)],
            [t('file.size'), file.size === null ? null : size(file.size)],
            [t('file.digest'), code(file.sha256)],
            [t('file.key'), code(file.keyFingerprint)],
            [t('file.fetched'), moment(file.fetchedAt)],
            [t('file.sent'), moment(file.sentAt)],
            [
              t('file.received'),
              received === null ? null : (
                <>
                  {moment(file.acknowledgedAt)}
                  <span className={classes.small}>{received}</span>
                </>
              ),
            ],
            [t('file.note'), file.acknowledgeNote],
          ]}
        />
        <Section title={t('file.title')} {...(list ? { count: list.total } : {})}>
          {error !== undefined && !list && <ErrorState error={error} onRetry={refetch} />}
          {list && (
            <table className={classes.table}>
              <thead>
                <tr>
                  <th>{t('file.claim')}</th>
                  <th>{t('file.change')}</th>
                  <th className={classes.number}>{t('file.owed')}</th>
                </tr>
              </thead>
              <tbody>
                {list.items.map(({ externalClaimRef, change, amount, currency }) => (
                  <tr key={externalClaimRef}>
                    <td className={classes.name}>{externalClaimRef}</td>
                    <td>{t(`change.${change}`)}</td>
                    <td className={classes.number}>
                      <Money amount={amount} currency={currency} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {list && list.total > list.items.length && (
            <p className={classes.hint}>{t('file.more', { shown: format.number(list.items.length), total: format.number(list.total) })}</p>
          )}
        </Section>
      </div>
    </Drawer>
  );
}
