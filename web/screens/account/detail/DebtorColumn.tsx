import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStaff } from '../../../shell/staff.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { ShareBar } from '../../../ui/Progress.tsx';
import { Can } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import type { Account } from './account.ts';
import { ContactList } from './ContactList.tsx';
import classes from './DebtorColumn.module.css';
import { SafetyPanel } from './SafetyPanel.tsx';

/** Who it is, how much is open, how they are reached, and whether one may call now. */
export function DebtorColumn(props: { account: Account; onEdit: () => void }) {
  const { account } = props;
  const { t } = useTranslation('account');
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
      <Balance account={account} />
      <Section
        title={t('contact.title')}
        aside={
          <Can domain="account" action="editAccount">
            <ActionIcon variant="subtle" size={22} aria-label={t('contact.edit')} title={t('contact.edit')} onClick={props.onEdit}>
              <IconPencil size={15} stroke={1.6} />
            </ActionIcon>
          </Can>
        }
      >
        <ContactList account={account} />
      </Section>
      <SafetyPanel account={account} />
    </>
  );
}

function Tags({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { nameOf } = useStaff();
  const urgent = [...new Set(account.tasks.flatMap((task) => task.tags))];
  const disputed = account.claims.filter((claim) => claim.disputedAt !== null).length;
  const assignee = nameOf(account.assignee?.userId);
  return (
    <div className={classes.tags}>
      {account.debtors[0]?.deceased && <Tag tone="bad">{t('deceased')}</Tag>}
      {account.ceaseRequestedAt !== null && <Tag tone="bad">{t('tag.cease')}</Tag>}
      {urgent.map((tag) => (
        <Tag key={tag} tone={tag === 'URGENT' ? 'bad' : 'neutral'}>
          {tag}
        </Tag>
      ))}
      {disputed > 0 && <Tag tone="warn">{t('tag.disputed', { count: disputed })}</Tag>}
      {account.segment && <Tag tone="info">{t('tag.segment', { segment: account.segment })}</Tag>}
      {account.hasInstalmentsPlan && <Tag tone="violet">{t('tag.instalments')}</Tag>}
      {assignee && <Tag>{t('tag.assigned', { name: assignee })}</Tag>}
    </div>
  );
}

function Balance({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [open, paid, promised] = [account.totalAmount, account.paidAmount, account.promisedAmount].map(Number) as [number, number, number];
  const whole = Math.max(0, open) + Math.max(0, paid);
  const money = (amount: string) => format.money(amount, account.currency);
  const words = {
    paid: money(account.paidAmount),
    promised: money(account.promisedAmount),
    total: format.money(whole.toFixed(2), account.currency),
  };
  return (
    <div className={classes.balance}>
      <Panel>
        <p className={classes.label}>{t('balance.title')}</p>
        <p className={classes.amount}>{money(account.totalAmount)}</p>
        <ShareBar
          label={t('balance.share', words)}
          parts={[
            { share: whole > 0 ? paid / whole : 0, tone: 'strong' },
            { share: whole > 0 ? promised / whole : 0, tone: 'half' },
          ]}
        />
        <p className={classes.shares}>
          <span>{t('balance.paid', { amount: words.paid })}</span>
          {promised > 0 && <span>{t('balance.promised', { amount: words.promised })}</span>}
        </p>
      </Panel>
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
      <Skeleton height={20} width={180} mt={18} radius={6} />
      <Skeleton height={128} mt={16} radius={10} />
      <Skeleton height={14} width={70} mt={28} />
      {[210, 160, 170, 220].map((width) => (
        <Skeleton key={width} height={12} width={width} mt={20} />
      ))}
    </div>
  );
}
