import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toDecimal } from '../../../../core/money.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { minorOf, shareOf } from '../../../ui/amounts.ts';
import { useFormat } from '../../../ui/format.ts';
import { MetaFields } from '../../../ui/MetaFields.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { ShareBar } from '../../../ui/Progress.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { AssignMenu } from './AssignMenu.tsx';
import { SetAccountMetaDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import { ContactList } from './ContactList.tsx';
import classes from './DebtorColumn.module.css';
import { LinksPanel } from './LinksPanel.tsx';
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
      <Can domain="operations" action="manageLinks">
        <LinksPanel accountId={account.id} />
      </Can>
      <Fields account={account} />
    </>
  );
}

function Tags({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const urgent = [...new Set(account.tasks.flatMap((task) => task.tags))];
  const disputed = account.claims.filter((claim) => claim.disputedAt !== null).length;
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
      <AssignMenu account={account} />
    </div>
  );
}

/** The account's own fields, which templates and strategies can read. */
function Fields({ account }: { account: Account }) {
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const [send] = useMutation('account', SetAccountMetaDocument);
  return (
    <MetaFields
      meta={account.meta}
      onSet={mayEdit ? (meta) => send({ clientId, accountId: account.id, meta, revision: account.revision }) : undefined}
    />
  );
}

function Balance({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { currency } = account;
  const minor = (amount: string) => {
    const value = minorOf(amount, currency);
    return value > 0n ? value : 0n;
  };
  const [paid, promised] = [minor(account.paidAmount), minor(account.promisedAmount)];
  const whole = minor(account.totalAmount) + paid;
  const money = (amount: string) => format.money(amount, currency);
  const words = {
    paid: money(account.paidAmount),
    promised: money(account.promisedAmount),
    total: money(toDecimal(whole, currency)),
  };
  return (
    <div className={classes.balance}>
      <Panel>
        <p className={classes.label}>{t('balance.title')}</p>
        <p className={classes.amount}>{money(account.totalAmount)}</p>
        <ShareBar
          label={t('balance.share', words)}
          parts={[
            { share: shareOf(paid, whole), tone: 'strong' },
            { share: shareOf(promised, whole), tone: 'half' },
          ]}
        />
        <p className={classes.shares}>
          <span>{t('balance.paid', { amount: words.paid })}</span>
          {promised > 0n && <span>{t('balance.promised', { amount: words.promised })}</span>}
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
