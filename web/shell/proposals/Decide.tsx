import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { effectOf } from './effects.ts';
import classes from './Proposals.module.css';
import { ProposalValues } from './ProposalValues.tsx';
import type { Proposal } from './rows.ts';
import { Subject } from './Subject.tsx';
import { useDecision } from './useDecision.ts';
import { useProposalWords } from './useProposalWords.ts';

const MOST_NOTE = 1000;

/**
 * The two answers to an open proposal, with what refused one beside them. What books money, reaches a debtor or can't be taken back is asked once
 * more. Whoever lacks a right that the change needs reads that instead.
 * @param small in a line of a list.
 */
export function Decide({ proposal, small = false }: { proposal: Proposal; small?: boolean }) {
  const { t } = useTranslation('proposals');
  const { operationName } = useProposalWords();
  const { confirm, reject, confirming } = useDecision(proposal);
  const [asking, setAsking] = useState<'confirm' | 'reject' | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<unknown>(null);
  const size = small ? 'xs' : 'sm';
  const effect = effectOf(proposal);
  const now = () => {
    setError(null);
    confirm().catch(setError);
  };
  const close = () => setAsking(null);
  if (!proposal.mayConfirm) return <p className={classes.lacks}>{t('noRight')}</p>;
  return (
    <div className={classes.decide}>
      {error !== null && <ErrorNote error={error} />}
      <div className={classes.buttons}>
        <Button size={size} variant="default" onClick={() => setAsking('reject')}>
          {t('reject')}
        </Button>
        <Button
          size={size}
          variant={small ? 'light' : 'filled'}
          loading={confirming}
          onClick={effect === 'changes' ? now : () => setAsking('confirm')}
        >
          {t('confirm')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking === 'confirm'}
        onClose={close}
        title={t('confirmTitle', { operation: operationName(proposal) })}
        detail={
          <>
            <Subject proposal={proposal} />
            <ProposalValues proposal={proposal} />
            <p>{t(`effect.${effect}`)}</p>
          </>
        }
        confirm={t('confirm')}
        danger={false}
        onConfirm={confirm}
      />
      <ConfirmDialog
        opened={asking === 'reject'}
        onClose={close}
        title={t('rejectTitle')}
        detail={
          <>
            <p>{t('rejectDetail')}</p>
            <Textarea
              label={t('note')}
              value={note}
              maxLength={MOST_NOTE}
              autosize
              minRows={2}
              data-autofocus
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </>
        }
        confirm={t('reject')}
        danger={false}
        onConfirm={() => reject(note)}
      />
    </div>
  );
}
