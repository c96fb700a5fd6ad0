import { Skeleton, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { AccountTags } from '../../../shell/states/StateTags.tsx';
import { TaskTag } from '../../../shell/tasks/TaskTag.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AssignMenu } from './AssignMenu.tsx';
import type { Account } from './account.ts';
import classes from './DebtorPanel.module.css';

const DebtorDetails = later(() => import('./DebtorDetails.tsx'));

/** Who it is, and what one should know before anything else. */
export function DebtorPanel({ account }: { account: Account }) {
  const { t } = useTranslation(['account', 'debtor']);
  const [open, setOpen] = useState(false);
  const others = account.debtors.length - 1;
  const format = useFormat();
  const debtor = account.debtors[0];
  const kind = t(debtor?.type === 'company' ? 'company' : 'person');
  const birthday = debtor?.birthday ? ` · ${t('born', { date: format.date(debtor.birthday) })}` : '';
  return (
    <>
      <header className={classes.person}>
        <Avatar name={account.debtorFullName} size={44} />
        <div className={classes.words}>
          <h2>{account.debtorFullName}</h2>
          <p>{kind + birthday}</p>
        </div>
      </header>
      <Tags account={account} />
      <UnstyledButton className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t('debtor:less') : others > 0 ? t('debtor:others', { count: others }) : t('debtor:more')}
      </UnstyledButton>
      <Suspense>{open && <DebtorDetails account={account} />}</Suspense>
    </>
  );
}

function Tags({ account }: { account: Account }) {
  const urgent = [...new Set(account.tasks.flatMap((task) => task.tags))];
  const disputed = account.claims.filter((claim) => claim.disputedAt !== null).length;
  return (
    <div className={classes.tags}>
      <AccountTags
        deceased={account.debtors[0]?.deceased ?? false}
        noContact={account.ceaseRequestedAt !== null}
        disputed={disputed}
        segment={account.segment}
        hasPlan={account.hasInstalmentsPlan}
      />
      {urgent.map((tag) => (
        <TaskTag key={tag} name={tag} />
      ))}
      <AssignMenu account={account} />
    </div>
  );
}

/** The column's shape while it loads. */
export function DebtorSkeleton() {
  return (
    <div aria-hidden="true">
      <header className={classes.person}>
        <Skeleton circle height={44} width={44} />
        <div className={classes.words}>
          <Skeleton height={16} width={140} />
          <Skeleton height={12} width={190} mt={8} />
        </div>
      </header>
      <div className={classes.tags}>
        <Skeleton height={20} width={90} radius={6} />
      </div>
      <Skeleton height={12} width={130} mt={14} mb={5} />
    </div>
  );
}
