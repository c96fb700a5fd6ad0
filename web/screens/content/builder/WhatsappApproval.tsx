import { Button } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { Locale } from '../../../../core/locale.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { RefreshWhatsappDocument, SubmitWhatsappDocument, WhatsappApprovalsDocument } from './cms.graphql.ts';
import classes from './Pieces.module.css';

const TONES = { APPROVED: 'good', PENDING: 'info', REJECTED: 'bad', PAUSED: 'warn' } as const;

/** How the open language stands at WhatsApp, and what brings it there. @param props.isSaved what is shown is what is saved */
export function WhatsappApproval(props: { fileName: string; locale: Locale; isSaved: boolean; edits: boolean }) {
  const { fileName, locale, isSaved, edits } = props;
  const { t, find } = useTranslation('channels');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { data, error, refetch } = useQuery('cms', WhatsappApprovalsDocument, { clientId, fileName });
  const [submit, submitting] = useMutation('cms', SubmitWhatsappDocument);
  const [refresh, refreshing] = useMutation('cms', RefreshWhatsappDocument);
  const [refusal, setRefusal] = useState<unknown>(null);
  const rows = data?.listWhatsappApprovals.filter((each) => each.locale === locale) ?? [];
  const [newest] = rows;
  const sent = rows.find((each) => each.isSent);
  async function act(work: () => Promise<unknown>, done: string) {
    setRefusal(null);
    try {
      await work();
      refetch();
      toastSuccess(done);
    } catch (thrown) {
      setRefusal(thrown);
    }
  }
  const maySubmit = isSaved && (!newest?.isCurrent || newest.state === 'REJECTED');
  return (
    <section className={classes.approval} aria-label={t('approval.title')}>
      <p>
        <strong>{t('approval.title')}</strong>{' '}
        {newest ? <Tag tone={TONES[newest.state]}>{t(`approval.state.${newest.state}`)}</Tag> : <Tag>{t('approval.none')}</Tag>}
      </p>
      {newest?.reason && <p>{t('approval.reason', { reason: find(`channels:approval.code.${newest.reason}`) ?? newest.reason })}</p>}
      {newest && (
        <p className={classes.note}>
          {t('approval.submitted', { date: format.date(newest.submittedAt, 'long'), name: newest.submittedBy })}
        </p>
      )}
      {newest && !newest.isCurrent && <p className={classes.note}>{t('approval.changed')}</p>}
      {sent && sent !== newest && <p className={classes.note}>{t('approval.earlier', { date: format.date(sent.submittedAt, 'long') })}</p>}
      {error !== undefined && <ErrorNote error={error} />}
      {refusal !== null && <ErrorNote error={refusal} />}
      {edits && (
        <div className={classes.acts}>
          <Button
            size="xs"
            leftSection={<IconSend size={14} />}
            disabled={!maySubmit}
            loading={submitting}
            title={isSaved ? undefined : t('approval.saveFirst')}
            onClick={() => void act(() => submit({ clientId, fileName, locales: [locale] }), t('approval.done'))}
          >
            {t('approval.submit')}
          </Button>
          {newest && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              loading={refreshing}
              onClick={() => void act(() => refresh({ clientId, fileName }), t('approval.refreshed'))}
            >
              {t('approval.refresh')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
