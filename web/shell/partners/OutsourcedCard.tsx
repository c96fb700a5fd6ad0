import { Button, Textarea } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_NOTE } from '../../../core/outsourcing.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Can } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { PartnerHistory } from './PartnerHistory.tsx';
import classes from './Partners.module.css';
import { RecallClaimsDocument } from './partner.graphql.ts';

/** What is with a partner. */
export interface Out {
  readonly partnerName: string;
  readonly createdAt: string;
  readonly note?: string | null | undefined;
  readonly refs: readonly string[];
  /** Some claims of the account are still ours. */
  readonly isPart: boolean;
}

/** Claims that are named, before "…": more are found in the account's list. */
const NAMED = 5;

/** Who has it since when, with what led there and the way to take it back. */
export function OutsourcedCard({ out, about }: { out: Out; about: { accountId: string } | { externalClaimRef: string } }) {
  const { t } = useTranslation('outsourcing');
  const format = useFormat();
  const { clientId, isOfPartner, configuration } = useWorkspace();
  const client = configuration.name;
  const [recalling, setRecalling] = useState(false);
  const [showing, setShowing] = useState(false);
  const [note, setNote] = useState('');
  const [recall] = useMutation('partner', RecallClaimsDocument);
  const { partnerName: partner, refs } = out;
  const count = refs.length;
  const named = refs.slice(0, NAMED).join(', ');
  return (
    <section className={classes.card} aria-label={t('with', { partner, date: format.date(out.createdAt) })}>
      <IconBuilding size={18} stroke={1.6} />
      <div className={classes.what}>
        <p>
          <strong>{t('with', { partner, date: format.date(out.createdAt) })}</strong>
        </p>
        <p>
          {out.isPart
            ? t(isOfPartner ? 'theirs.some' : 'some', {
                count,
                number: format.number(count),
                refs: count > NAMED ? `${named} …` : named,
                client,
              })
            : t(isOfPartner ? 'theirs.meanwhile' : 'meanwhile', { client })}
        </p>
        {out.note && <p dir="auto">{out.note}</p>}
      </div>
      <div className={classes.buttons}>
        <Button variant="subtle" size="xs" aria-expanded={showing} onClick={() => setShowing(!showing)}>
          {t('history')}
        </Button>
        <Can domain="partner" action="outsource">
          <Button variant="default" size="xs" onClick={() => setRecalling(true)}>
            {t('recall')}
          </Button>
        </Can>
      </div>
      {showing && <PartnerHistory about={about} />}
      <ConfirmDialog
        opened={recalling}
        onClose={() => setRecalling(false)}
        title={t('recallTitle', { partner })}
        confirm={t('recall')}
        danger={false}
        detail={
          <>
            <p>{t('recallDetail')}</p>
            <Textarea
              label={t('recallNote')}
              value={note}
              maxLength={MOST_NOTE}
              autosize
              minRows={2}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        }
        onConfirm={async () => {
          const { recallClaims: back } = await recall({ clientId, externalClaimRefs: [...refs], note });
          toastSuccess(t('recalled', { count: back.length, number: format.number(back.length) }));
          setNote('');
          return true;
        }}
      />
    </section>
  );
}
