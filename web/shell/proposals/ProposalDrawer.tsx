import { Skeleton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { DateText } from '../../ui/DateText.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { ProposalDocument } from './api.graphql.ts';
import { Decide } from './Decide.tsx';
import { effectOf } from './effects.ts';
import classes from './Proposals.module.css';
import { ProposalValues } from './ProposalValues.tsx';
import type { Proposal } from './rows.ts';
import { Subject } from './Subject.tsx';
import { useProposalWords } from './useProposalWords.ts';

/** One proposal: what would be done, to whom, why, and the decision. @param known what a list has of it, until it is read. */
export default function ProposalDrawer(props: { proposalId: string; known?: Proposal | undefined; onClose: () => void }) {
  const { proposalId, known, onClose } = props;
  const { t } = useTranslation('proposals');
  const { clientId } = useWorkspace();
  const { operationName } = useProposalWords();
  const { data, error, refetch } = useQuery('api', ProposalDocument, { clientId, proposalId });
  const proposal = data?.getProposal ?? known;
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      cancel={false}
      title={proposal ? operationName(proposal) : t('one')}
      {...(proposal?.status === 'open' && { footer: <Decide proposal={proposal} /> })}
    >
      {proposal ? (
        <Details proposal={proposal} />
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={240} radius={10} />
      )}
    </Drawer>
  );
}

function Details({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals');
  const { plain } = useProposalWords();
  const { status } = proposal;
  return (
    <div className={classes.details}>
      {status !== 'open' && <Outcome proposal={proposal} />}
      <Subject proposal={proposal} />
      <section>
        <h3>{t(status === 'confirmed' ? 'wasSent' : 'sent')}</h3>
        <ProposalValues proposal={proposal} />
        {status === 'open' && proposal.mayConfirm && <p className={classes.effect}>{t(`effect.${effectOf(proposal)}`)}</p>}
      </section>
      <section>
        <h3>{t('reason')}</h3>
        <blockquote className={classes.reason} dir="auto">
          {plain(proposal.reason)}
        </blockquote>
      </section>
      <KeyValue
        pairs={[
          [t('column.key'), proposal.keyName],
          [t('column.when'), <DateText key="when" value={proposal.createdAt} style="long" />],
          [t('column.ends'), status === 'open' ? <DateText key="ends" value={proposal.expiresAt} style="long" /> : null],
        ]}
      />
    </div>
  );
}

/** What became of it, and what whoever decided said. */
function Outcome({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals');
  const format = useFormat();
  const { status, decidedAt, expiresAt, note } = proposal;
  const date = format.date(decidedAt ?? expiresAt, 'long');
  return (
    <div className={classes.outcome} data-status={status} role="status">
      <IconSparkles size={16} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>{t(`outcome.${status as 'confirmed'}`, { name: proposal.decidedByName ?? t('value.colleague'), date })}</strong>
        {note && <p dir="auto">{t('quoted', { text: note })}</p>}
      </div>
    </div>
  );
}
