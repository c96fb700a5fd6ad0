import { Button, Select, Skeleton } from '@mantine/core';
import { IconFileExport, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { mutate, query, useMutation, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../../ui/DateText.tsx';
import { DotsMenu } from '../../../../ui/DotsMenu.tsx';
import { ServerWords } from '../../../../ui/FaultText.tsx';
import { wordsOf } from '../../../../ui/fault.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Money } from '../../../../ui/Money.tsx';
import { Section } from '../../../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { Tag, type Tone } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Files.module.css';
import { OutFileDrawer, useReceived } from './OutFileDrawer.tsx';
import {
  AcknowledgeOutFileDocument,
  DeleteOutFileDocument,
  type ExchangeFragment,
  FetchOutFileDocument,
  MakeOutFileDocument,
  type OutFileFragment,
  OutFilesDocument,
  ScheduleOutFilesDocument,
  SendOutFileDocument,
} from './partner.graphql.ts';

const TONES: Readonly<Record<OutFileFragment['status'], Tone>> = {
  waiting: 'neutral',
  made: 'info',
  empty: 'neutral',
  broken: 'bad',
  sending: 'info',
  unsent: 'bad',
  sent: 'good',
  acknowledged: 'good',
};
const LIMIT = 50;
/** How often the list is polled, ms: while files are being made or sent, and while they wait for a retry. */
const [BEAT, WAIT] = [1_500, 15_000];
const TIMES = Array.from({ length: 48 }, (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);

/** What was made for the partner, and what can be done with it. */
export function OutFiles({ exchange, settings }: { exchange: ExchangeFragment; settings: ReactNode }) {
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const { partnerId } = exchange;
  const [pollInterval, setPollInterval] = useState(0);
  const asked = { clientId, partnerId, limit: LIMIT };
  const { data, error, refetch } = useQuery('partner', OutFilesDocument, asked, { keepPrevious: true, pollInterval });
  const files = data?.getOutsourcedFilesV2.items ?? [];
  const moving = files.filter(({ status }) => status === 'waiting' || status === 'sending');
  const next = moving.length === 0 ? 0 : moving.every(waits) ? WAIT : BEAT;
  if (next !== pollInterval) setPollInterval(next);
  const [make, making] = useMutation('partner', MakeOutFileDocument);
  const [schedule] = useMutation('partner', ScheduleOutFilesDocument);
  const hasServer = exchange.server !== null;
  const made = (isSentAlong: boolean) => make({ clientId, partnerId, isSentAlong }).catch(toastError);
  return (
    <Section
      title={t('out.title')}
      aside={
        <span className={classes.bar}>
          <Select
            size="xs"
            w={190}
            aria-label={t('out.schedule')}
            data={[
              { value: '', label: t('out.notDaily') },
              ...withCurrent(exchange.dailyAt).map((time) => ({ value: time, label: t('out.dailyAt', { time }) })),
            ]}
            value={exchange.dailyAt ?? ''}
            allowDeselect={false}
            disabled={!hasServer}
            onChange={(time) => void schedule({ clientId, partnerId, dailyAt: time || null }).catch(toastError)}
          />
          {settings}
          {hasServer && (
            <Button variant="default" leftSection={<IconSend size={16} />} loading={making} onClick={() => void made(true)}>
              {t('out.makeAndSend')}
            </Button>
          )}
          <Button leftSection={<IconFileExport size={16} />} loading={making} onClick={() => void made(false)}>
            {t('out.make')}
          </Button>
        </span>
      }
    >
      <p className={classes.intro}>{t('out.intro')}</p>
      {exchange.nextFileAt && (
        <p className={classes.hint}>
          {t('out.next')} <DateText value={exchange.nextFileAt} style="exact" />
        </p>
      )}
      {!data && (error === undefined ? <Skeleton height={80} /> : <ErrorState error={error} onRetry={refetch} />)}
      {data && files.length === 0 && <EmptyState icon={<IconFileExport size={22} />} title={t('out.none')} detail={t('out.noneDetail')} />}
      {files.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('column.file')}</th>
              <th>{t('column.state')}</th>
              <th className={classes.number}>{t('column.rows')}</th>
              <th className={classes.number}>{t('column.owed')}</th>
              <th>{t('column.made')}</th>
              <th className={classes.acts} aria-label={t('column.actions')} />
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <OutFileRow key={file.id} file={file} hasServer={hasServer} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** Whether sending it failed and will be retried. */
const waits = ({ status, errorKey }: OutFileFragment) => status === 'sending' && errorKey !== null;

const withCurrent = (time: string | null) => (time !== null && !TIMES.includes(time) ? [time, ...TIMES] : TIMES);

function OutFileRow({ file, hasServer }: { file: OutFileFragment; hasServer: boolean }) {
  const { t } = useTranslation('partnerFiles');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [deleting, setDeleting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const received = useReceived()(file);
  const { id, status } = file;
  const isMade = file.size !== null;
  const said = wordsOf(file.errorKey, file.errorValues);
  const act = (work: () => Promise<unknown>, done: string) => {
    work()
      .then(() => toastSuccess(done))
      .catch(toastError);
  };
  const download = async (which: 'fileUrl' | 'plainUrl') => {
    const { getOutsourcedFile: found } = await query('partner', FetchOutFileDocument, { clientId, id });
    const address = found[which];
    // The answer is an attachment: the page stays.
    if (address) window.location.assign(address);
  };
  const canSend = hasServer && (waits(file) || ['made', 'unsent', 'sent', 'acknowledged'].includes(status));
  const hasLeft = status === 'sent' || (file.fetchedAt !== null && status !== 'acknowledged' && status !== 'sending');
  const actions = [
    ...(file.itemCount > 0 ? [{ key: 'open', label: t('file.open'), onChoose: () => setOpen(true) }] : []),
    ...(isMade
      ? [
          {
            key: 'download',
            label: t(file.keyFingerprint ? 'act.downloadEncrypted' : 'act.download'),
            onChoose: () => void download('fileUrl').catch(toastError),
          },
        ]
      : []),
    ...(isMade && file.keyFingerprint
      ? [{ key: 'plain', label: t('act.downloadPlain'), onChoose: () => void download('plainUrl').catch(toastError) }]
      : []),
    ...(canSend
      ? [
          {
            key: 'send',
            label: t(waits(file) ? 'act.tryNow' : status === 'made' || status === 'unsent' ? 'act.send' : 'act.sendAgain'),
            onChoose: () => act(() => mutate('partner', SendOutFileDocument, { clientId, id }), t('act.sending')),
          },
        ]
      : []),
    ...(hasLeft
      ? [
          {
            key: 'acknowledge',
            label: t('act.acknowledge'),
            onChoose: () => act(() => mutate('partner', AcknowledgeOutFileDocument, { clientId, id }), t('act.acknowledged')),
          },
        ]
      : []),
    ...(file.canDelete ? [{ key: 'delete', label: t('act.delete'), danger: true, onChoose: () => setDeleting(true) }] : []),
  ];
  return (
    <tr>
      <td className={classes.name}>
        {file.itemCount > 0 ? (
          <button type="button" className={classes.open} onClick={() => setOpen(true)}>
            {file.displayName}
          </button>
        ) : (
          file.displayName || '–'
        )}
        {file.attachmentCount > 0 && <span className={classes.small}>{t('out.attachments', { count: file.attachmentCount })}</span>}
        {file.keyFingerprint && <span className={classes.small}>{t('out.encrypted')}</span>}
      </td>
      <td>
        <Tag tone={waits(file) ? 'warn' : TONES[status]}>{t(`state.${status}`)}</Tag>
        {received !== null && file.acknowledgedAt !== null && (
          <span className={classes.small}>{t('out.received', { when: format.date(file.acknowledgedAt), who: received })}</span>
        )}
        {file.acknowledgeNote && <span className={classes.small}>{file.acknowledgeNote}</span>}
        {said && (
          <span className={`${classes.small} ${classes.wrong}`}>
            <ServerWords text={said.key} words={said} />
          </span>
        )}
        {waits(file) && <span className={classes.small}>{t('out.again')}</span>}
      </td>
      <td className={classes.number}>
        {format.number(file.itemCount)}
        {file.itemCount > 0 && (
          <span className={classes.small}>
            {t('out.changes', {
              fresh: format.number(file.newCount),
              changed: format.number(file.changedCount),
              back: format.number(file.returnedCount),
            })}
          </span>
        )}
      </td>
      <td className={classes.number}>
        {file.totalAmounts.map(({ currency, totalAmount }) => (
          <div key={currency}>
            <Money amount={totalAmount} currency={currency} />
          </div>
        ))}
      </td>
      <td>
        <DateText value={file.madeAt ?? file.createdAt} />
        {file.sentAt && (
          <span className={classes.small}>
            {t('out.sentAt')} <DateText value={file.sentAt} />
          </span>
        )}
      </td>
      <td className={classes.acts}>
        {actions.length > 0 && <DotsMenu label={t('column.actionsOf', { name: file.displayName })} choices={actions} />}
      </td>
      {isOpen && <OutFileDrawer file={file} onClose={() => setOpen(false)} />}
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        danger
        title={t('delete.title')}
        detail={t('delete.detail')}
        confirm={t('act.delete')}
        onConfirm={() => mutate('partner', DeleteOutFileDocument, { clientId, id })}
      />
    </tr>
  );
}
