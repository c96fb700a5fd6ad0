import { ActionIcon, Button, Skeleton } from '@mantine/core';
import {
  IconBell,
  IconCircleCheck,
  IconCreditCard,
  IconCreditCardOff,
  IconFileAlert,
  IconMail,
  IconMailOff,
  IconMessage,
  IconMessageOff,
  IconPhone,
  IconPhoneOff,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRoute,
  IconUserCheck,
  IconUserPlus,
  IconUserQuestion,
  IconUsers,
  IconUserX,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { DateText } from '../../ui/DateText.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import { ServerWords } from '../../ui/FaultText.tsx';
import { faultOf, wordsOf } from '../../ui/fault.ts';
import { useFormat } from '../../ui/format.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { toastError } from '../../ui/toasts.ts';
import { KnownAccountDocument } from '../account.graphql.ts';
import { query } from '../api.ts';
import { paths } from '../paths.ts';
import { useProviderName } from '../providerName.ts';
import { useStaff } from '../staff.ts';
import { useTaskNames } from '../tasks/matters.ts';
import { TaskTag } from '../tasks/TaskTag.tsx';
import { useWorkspace } from '../workspace.ts';
import classes from './NotificationsDrawer.module.css';
import { type Item, useNotifications } from './useNotifications.ts';

const ICONS = {
  ACCOUNT_TASK_ASSIGNED: IconUserPlus,
  ACCOUNT_TASK_WORKFLOW: IconRoute,
  ACCOUNT_TASK_RESOLVED: IconCircleCheck,
  USER_IMPORT_COMPLETE: IconUsers,
  PAYMENT_WAY_MISSING: IconCreditCardOff,
  CONVERSATION_REVIEWED: IconUserCheck,
  APPROVAL_REQUESTED: IconUserQuestion,
  APPROVAL_GRANTED: IconUserCheck,
  APPROVAL_REJECTED: IconUserX,
  EMAIL_DELIVERY_PAUSED: IconMailOff,
  EMAIL_DELIVERY_RESUMED: IconMail,
  EMAIL_DELIVERY_BLOCKED: IconMailOff,
  EMAIL_DELIVERY_UNBLOCKED: IconMail,
  SMS_DELIVERY_PAUSED: IconMessageOff,
  SMS_DELIVERY_RESUMED: IconMessage,
  SMS_DELIVERY_BLOCKED: IconMessageOff,
  SMS_DELIVERY_UNBLOCKED: IconMessage,
  WHATSAPP_DELIVERY_PAUSED: IconMessageOff,
  WHATSAPP_DELIVERY_RESUMED: IconMessage,
  WHATSAPP_DELIVERY_BLOCKED: IconMessageOff,
  WHATSAPP_DELIVERY_UNBLOCKED: IconMessage,
  LETTER_DELIVERY_PAUSED: IconMailOff,
  LETTER_DELIVERY_RESUMED: IconMail,
  LETTER_DELIVERY_BLOCKED: IconMailOff,
  LETTER_DELIVERY_UNBLOCKED: IconMail,
  PHONE_DELIVERY_PAUSED: IconPhoneOff,
  PHONE_DELIVERY_RESUMED: IconPhone,
  PHONE_DELIVERY_BLOCKED: IconPhoneOff,
  PHONE_DELIVERY_UNBLOCKED: IconPhone,
  PAYMENT_DELIVERY_PAUSED: IconCreditCardOff,
  PAYMENT_DELIVERY_RESUMED: IconCreditCard,
  WATCHED_FILE_FAILED: IconFileAlert,
  WATCHED_FILE_WAITING: IconFileAlert,
  CONNECTOR_AWAY: IconPlugConnectedX,
  CONNECTOR_BACK: IconPlugConnected,
  ACCOUNTING_BATCH_FAILED: IconFileAlert,
  PARTNER_FILE_UNSENT: IconFileAlert,
  PARTNER_FILE_DELAYED: IconFileAlert,
  PARTNER_RETURN_WAITING: IconFileAlert,
  PARTNER_RETURN_FAILED: IconFileAlert,
  PARTNER_FOLDER_AWAY: IconPlugConnectedX,
  PARTNER_FOLDER_BACK: IconPlugConnected,
  SYSTEM_DELIVERY_PAUSED: IconPlugConnectedX,
  SYSTEM_DELIVERY_RESUMED: IconPlugConnected,
  WEBHOOK_FAILING: IconPlugConnectedX,
  WEBHOOK_PAUSED: IconPlugConnectedX,
} as const;
type Type = keyof typeof ICONS;

/** What others gave this user to do, and what came of what they gave to others: newest first, opened from here, dismissed one by one or all. */
export default function NotificationsDrawer(props: { onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const { clientId, screens } = useWorkspace();
  const navigate = useNavigate();
  const list = useNotifications();

  async function open(item: Item) {
    const to = await addressOf(item);
    if (to === null) return;
    // Going there does not wait for the mark: it is only a mark.
    if (item.status === 'NEW') void list.move(item, 'VIEWED');
    props.onClose();
    void navigate(to);
  }

  /** @returns where a notification leads, once it is certain that the user may go there; what they may not is said. */
  async function addressOf(item: Item): Promise<string | null> {
    const opens = (name: string) => screens.some((screen) => screen.name === name);
    if (item.type === 'PAYMENT_WAY_MISSING' || item.type.startsWith('PAYMENT_DELIVERY_'))
      return opens('paymentSettings') ? paths.payments(clientId) : null;
    if (item.type.startsWith('WEBHOOK_')) return opens('webhooks') ? paths.webhooks(clientId) : null;
    if (item.type.startsWith('SYSTEM_DELIVERY_')) return opens('users') ? paths.users(clientId) : null;
    if (item.type.includes('_DELIVERY_')) return opens('communications') ? paths.communications(clientId) : null;
    if (item.type === 'APPROVAL_REQUESTED' && opens('approvals')) return paths.approvals(clientId);
    if (item.type.startsWith('WATCHED_FILE_') || item.type.startsWith('CONNECTOR_'))
      return opens('connectors') ? paths.connectors(clientId) : null;
    if (item.type === 'ACCOUNTING_BATCH_FAILED') return opens('connectors') ? paths.accountingBatches(clientId) : null;
    if (item.metadata.partnerId) return opens('partner') ? paths.partnerFiles(clientId, item.metadata.partnerId) : null;
    if (item.type === 'CONVERSATION_REVIEWED') return null;
    if (item.accountId === null) return opens('users') ? paths.users(clientId) : null;
    const refuse = (words: unknown) => {
      toastError(words);
      return null;
    };
    if (!opens('account')) return refuse(t('you_can_not_open_assigned_account'));
    try {
      await query('account', KnownAccountDocument, { clientId, accountId: item.accountId });
      return paths.account(clientId, item.accountId);
    } catch (error) {
      const refused = ['NOT_FOUND', 'FORBIDDEN'].includes(faultOf(error).code);
      return refuse(refused ? t('you_can_not_open_assigned_account') : error);
    }
  }

  const { items } = list;
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={t('title')}
      cancel={false}
      {...(items.length > 0 && {
        footer: (
          <Button variant="default" fullWidth onClick={() => void list.dismissAll()}>
            {t('dismissAll')}
          </Button>
        ),
      })}
    >
      {list.error !== null && items.length === 0 ? (
        <ErrorState error={list.error} onRetry={list.reload} />
      ) : items.length === 0 && list.loading ? (
        <Waiting />
      ) : items.length === 0 ? (
        <EmptyState icon={<IconBell size={22} stroke={1.6} />} title={t('empty')} detail={t('emptyDetail')} />
      ) : (
        <ul className={classes.list} aria-label={t('title')}>
          {items.map((item) => (
            <Notification
              key={item.notificationId}
              item={item}
              onOpen={() => void open(item)}
              onDismiss={() => void list.move(item, 'DISMISSED')}
            />
          ))}
        </ul>
      )}
      {list.more && items.length > 0 && (
        <Button variant="subtle" fullWidth loading={list.loading} onClick={list.loadMore}>
          {t('more')}
        </Button>
      )}
    </Drawer>
  );
}

function Notification(props: { item: Item; onOpen: () => void; onDismiss: () => void }) {
  const { item } = props;
  const { t } = useTranslation('notifications');
  const { nameOf } = useStaff();
  const format = useFormat();
  const type: Type = item.type in ICONS ? (item.type as Type) : 'ACCOUNT_TASK_WORKFLOW';
  const Icon = ICONS[type];
  const sender = item.senderId === null ? t('system') : (nameOf(item.senderId) ?? t('somebody'));
  const counts = item.metadata.counts as Partial<Record<'created' | 'updated' | 'unchanged' | 'rejected', number>> | null;
  const isNew = item.status === 'NEW';
  const { shortName } = useTaskNames();
  const providerNameOf = useProviderName();
  const { errorKey, errorValues, providerName } = item.metadata;
  const note = item.metadata.note || (item.metadata.matter && shortName(item.metadata.matter));
  const number = (count: number | undefined) => format.number(count ?? 0);
  return (
    <li className={classes.item} data-new={isNew || undefined}>
      <button type="button" className={classes.open} onClick={props.onOpen}>
        <span className={classes.icon}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </span>
        <span className={classes.words}>
          <span className={classes.message}>
            {isNew && <span className={classes.dot} role="img" aria-label={t('new')} />}
            {t(`message.${type}`, { name: sender })}
          </span>
          {item.metadata.debtorFullName && <span className={classes.debtor}>{item.metadata.debtorFullName}</span>}
          {providerName && <span className={classes.note}>{providerNameOf(providerName)}</span>}
          {note && (
            <span className={classes.note}>{errorKey ? <ServerWords text={note} words={wordsOf(errorKey, errorValues)} /> : note}</span>
          )}
          {counts && (
            <span className={classes.note}>
              {t('counts', {
                created: number(counts.created),
                updated: number(counts.updated),
                unchanged: number(counts.unchanged),
                rejected: number(counts.rejected),
              })}
            </span>
          )}
          <span className={classes.foot}>
            {t('by', { name: sender })} · <DateText value={item.createdAt} />
            {item.metadata.tags.map((tag) => (
              <TaskTag key={tag} name={tag} />
            ))}
          </span>
        </span>
      </button>
      <ActionIcon
        variant="subtle"
        size={26}
        className={classes.dismiss}
        aria-label={t('dismiss')}
        title={t('dismiss')}
        onClick={props.onDismiss}
      >
        <IconX size={15} />
      </ActionIcon>
    </li>
  );
}

/** Grey lines in the list's shape. */
function Waiting() {
  return (
    <div className={classes.list} aria-hidden="true">
      {[70, 55, 64, 48].map((width) => (
        <div key={width} className={classes.waiting}>
          <Skeleton height={30} width={30} radius={8} />
          <div className={classes.words}>
            <Skeleton height={10} width={`${width}%`} />
            <Skeleton height={10} width="40%" />
          </div>
        </div>
      ))}
    </div>
  );
}
