import { Button, FileButton, Skeleton } from '@mantine/core';
import { IconFileImport, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DateText } from '../../../../ui/DateText.tsx';
import { ServerWords } from '../../../../ui/FaultText.tsx';
import { wordsOf } from '../../../../ui/fault.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { Tag, type Tone } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError } from '../../../../ui/toasts.ts';
import classes from './Files.module.css';
import { type BackFragment, type ExchangeFragment, ReturnsDocument } from './partner.graphql.ts';
import { ReturnDrawer } from './ReturnDrawer.tsx';
import { uploadReturn } from './upload.ts';

const TONES: Readonly<Record<BackFragment['status'], Tone>> = {
  uploaded: 'neutral',
  checking: 'info',
  checked: 'info',
  booking: 'info',
  booked: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};
const LIMIT = 50;
const BEAT = 1_500;

interface Back {
  readonly exchange: ExchangeFragment;
  /** A look that somebody asked for is still running. */
  readonly isLooking: boolean;
  readonly onLook: () => void;
}

/** What came from the partner, and what became of it. */
export function BackFiles({ exchange, isLooking, onLook }: Back) {
  const { t } = useTranslation('partnerFiles');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { partnerId } = exchange;
  const [isBusy, setBusy] = useState(false);
  const [uploading, setUploading] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const asked = { clientId, partnerId, limit: LIMIT };
  const { data, error, refetch } = useQuery('partner', ReturnsDocument, asked, { keepPrevious: true, pollInterval: isBusy ? BEAT : 0 });
  const files = data?.listPartnerReturns.items ?? [];
  const moves = files.some(({ status }) => status === 'checking' || status === 'booking');
  if (moves !== isBusy) setBusy(moves);
  const { lastLookAt } = exchange;
  const shownLook = useRef(lastLookAt);
  useEffect(() => {
    if (shownLook.current === lastLookAt) return;
    shownLook.current = lastLookAt;
    refetch();
  }, [lastLookAt, refetch]);
  async function bring(file: File | null) {
    if (!file) return;
    setUploading(true);
    try {
      setOpenId(await uploadReturn(clientId, partnerId, file));
      refetch();
    } catch (error) {
      toastError(error);
    } finally {
      setUploading(false);
    }
  }
  const said = wordsOf(exchange.errorKey, exchange.errorValues);
  return (
    <Section
      title={t('back.title')}
      aside={
        <span className={classes.bar}>
          {exchange.server && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} loading={isLooking} onClick={onLook}>
              {t('back.look')}
            </Button>
          )}
          <FileButton onChange={(file) => void bring(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconFileImport size={16} />} loading={uploading}>
                {t('back.upload')}
              </Button>
            )}
          </FileButton>
        </span>
      }
    >
      <p className={classes.intro}>{t('back.intro')}</p>
      {exchange.lastLookAt && (
        <p className={classes.hint}>
          {t('back.lastLook')} <DateText value={exchange.lastLookAt} />
          {said && (
            <span className={classes.wrong}>
              {' · '}
              <ServerWords text={said.key} words={said} />
            </span>
          )}
        </p>
      )}
      {exchange.folderFiles.map(({ name, isAwaited, errorKey, errorValues }) => {
        const why = wordsOf(errorKey, errorValues);
        return (
          <p key={name} className={classes.hint}>
            {name} · {isAwaited && t('back.awaited')}
            {why && (
              <span className={classes.wrong}>
                <ServerWords text={why.key} words={why} />
              </span>
            )}
          </p>
        );
      })}
      {!data && (error === undefined ? <Skeleton height={80} /> : <ErrorState error={error} onRetry={refetch} />)}
      {data && files.length === 0 && (
        <EmptyState icon={<IconFileImport size={22} />} title={t('back.none')} detail={t('back.noneDetail')} />
      )}
      {files.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('column.file')}</th>
              <th>{t('column.state')}</th>
              <th className={classes.number}>{t('column.booked')}</th>
              <th className={classes.number}>{t('column.refused')}</th>
              <th>{t('column.came')}</th>
              <th className={classes.acts} aria-label={t('column.actions')} />
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.returnId}>
                <td className={classes.name}>
                  {file.fileName}
                  <span className={classes.small}>
                    {t(`source.${file.source as 'api'}`, { key: file.handedInWith ?? '' })}
                    {file.wasEncrypted && ` · ${t(file.isSigned ? 'back.signed' : 'back.encrypted')}`}
                  </span>
                </td>
                <td>
                  <Tag tone={TONES[file.status]}>{t(`returned.${file.status}`)}</Tag>
                  {(file.status === 'booking' || file.status === 'checking') && file.rowsTotal !== null && (
                    <span className={classes.small}>
                      {t('back.progress', { done: format.number(file.rowsDone), total: format.number(file.rowsTotal) })}
                    </span>
                  )}
                </td>
                <td className={classes.number}>{file.summary ? format.number(file.summary.booked) : '–'}</td>
                <td className={classes.number}>{file.summary ? format.number(file.summary.refused) : '–'}</td>
                <td>
                  <DateText value={file.createdAt} />
                </td>
                <td className={classes.acts}>
                  <Button size="xs" variant="default" onClick={() => setOpenId(file.returnId)}>
                    {t('back.open')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {openId !== null && (
        <ReturnDrawer
          key={openId}
          returnId={openId}
          onClose={() => {
            setOpenId(null);
            refetch();
          }}
        />
      )}
    </Section>
  );
}
