import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { later } from '../../ui/later.ts';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../workspace.ts';
import { Decide } from './Decide.tsx';
import classes from './Proposals.module.css';
import type { Proposal } from './rows.ts';
import { useProposalWords } from './useProposalWords.ts';

const ProposalDrawer = later(() => import('./ProposalDrawer.tsx'));

/** Proposals that stand above an account; the others are found in the list. */
const SHOWN = 3;

/** Above an account or a claim: what assistants propose to do with it. */
export default function ProposalCards({ accountId, proposals }: { accountId: string; proposals: readonly Proposal[] }) {
  const { t } = useTranslation('proposals');
  const { clientId } = useWorkspace();
  const { operationName, gist, plain } = useProposalWords();
  const seesAll = useCan('backoffice-spa', 'view-proposals');
  const [opened, setOpened] = useState<Proposal | null>(null);
  const more = proposals.length - SHOWN;
  return (
    <section className={classes.cards} aria-label={t('title')}>
      <ul>
        {proposals.slice(0, SHOWN).map((each) => (
          <li key={each.proposalId}>
            <IconSparkles size={18} stroke={1.6} aria-hidden="true" />
            <div className={classes.what}>
              <p>
                <strong>{t('of', { operation: operationName(each) })}</strong>
              </p>
              <p dir="auto">{gist(each)}</p>
              <p className={classes.why} dir="auto">
                {t('because', { reason: plain(each.reason) })}
              </p>
            </div>
            <div className={classes.acts}>
              <Button size="xs" variant="subtle" onClick={() => setOpened(each)}>
                {t('details')}
              </Button>
              <Decide proposal={each} small />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && seesAll && (
        <p className={classes.more}>
          <Link to={`${paths.proposals(clientId)}?account=${accountId}`}>{t('more', { count: more })}</Link>
        </p>
      )}
      <Suspense>{opened && <ProposalDrawer proposalId={opened.proposalId} known={opened} onClose={() => setOpened(null)} />}</Suspense>
    </section>
  );
}
