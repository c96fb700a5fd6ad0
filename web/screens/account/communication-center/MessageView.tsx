import { Button } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconClipboardCheck, IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { MessageContent } from '../../../shell/composer/MessageContent.tsx';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { paths } from '../../../shell/paths.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useBundleNames } from '../../../shell/timeline/bundleNames.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AssignAccountDocument } from './account.graphql.ts';
import { type Item, takesOutcome, takesReply } from './item.ts';
import classes from './MessageView.module.css';

/** One message or call: what was said, by whom, what became of it, and what to do about it. */
export function MessageView(props: {
  item: Item;
  onReply: () => void;
  onResolve: () => void;
  onHandled: () => void;
  /** Shows all messages of its account. */
  onAccount: () => void;
}) {
  const { item } = props;
  const { t } = useTranslation(['messages', 'events']);
  const { clientId } = useWorkspace();
  const { nameOf } = useStaff();
  const bundleNames = useBundleNames();
  const words = useOutcomeWords();
  const writes = useCan('account', 'sendMessage');
  const resolves = useCan('operations', 'saveResolution') && takesOutcome(item);
  const author = nameOf(item.userId);
  return (
    <>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>
            <Link to={paths.account(clientId, item.accountId)}>{item.debtorName || item.externalAccountRef}</Link>
            <Reference value={item.externalAccountRef} chip />
          </h2>
          <span className={classes.tags}>
            {item.waiting && <Tag tone="warn">{t('center.waits')}</Tag>}
            {item.call && <CallTag call={item.call} />}
            {item.bouncedAt && !item.call && <Tag tone="bad">{t('center.bounced')}</Tag>}
            {item.openedAt && <Tag tone="info">{t('center.opened')}</Tag>}
            {item.providerName === 'sandbox' && <Tag tone="violet">{t('center.sandbox')}</Tag>}
          </span>
        </div>
        <p className={classes.line}>
          {words.method(item.channel)} · {t(item.direction === 'inbound' ? 'center.inbound' : 'center.outbound')}
          {item.sender && ` · ${item.sender} → ${item.recipient}`} · <DateText value={item.createdAt} style="long" />
        </p>
        <p className={classes.line}>
          {[
            item.bundleName && (bundleNames.get(item.bundleName) ?? item.bundleName),
            author && t('center.by', { name: author }),
            item.handledAt &&
              (item.handledBy ? t('center.handledBy', { name: nameOf(item.handledBy) ?? '' }) : t('center.handledByItself')),
            item.assigneeUserId ? t('center.assigned', { name: nameOf(item.assigneeUserId) ?? '' }) : t('center.nobody'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className={classes.buttons}>
          {writes && takesReply(item) && (
            <Button size="xs" leftSection={<IconArrowBackUp size={15} stroke={1.6} />} onClick={props.onReply} title="R">
              {t('composer.reply')}
            </Button>
          )}
          {resolves && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconClipboardCheck size={15} stroke={1.6} />}
              onClick={props.onResolve}
              title="O"
            >
              {t('resolution.title')}
            </Button>
          )}
          {writes && item.direction === 'inbound' && item.kind === 'message' && (
            <Button size="xs" variant="default" leftSection={<IconChecks size={15} stroke={1.6} />} onClick={props.onHandled} title="E">
              {t(item.waiting ? 'center.markHandled' : 'center.reopen')}
            </Button>
          )}
          <Assign item={item} />
          <Button size="xs" variant="subtle" onClick={props.onAccount}>
            {t('center.thread')}
          </Button>
        </div>
      </header>
      {item.resolution && (
        <p className={classes.resolution}>
          <strong>{words.resolution(item.resolution.resolution)}</strong> · {words.category(item.resolution.category)}
          {item.resolution.delinquencyReason !== 'notApplicable' && ` · ${words.reason(item.resolution.delinquencyReason)}`}
          {item.kind === 'message' && item.resolution.additionalInformation && <span>{item.resolution.additionalInformation}</span>}
        </p>
      )}
      {item.call && item.call.keys.length > 0 && (
        <section className={classes.keys} aria-label={t('center.call.keys')}>
          <strong>{t('center.call.keys')}</strong>
          {item.call.keys.map(({ key, does }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and nothing is put between.
            <span key={place}>
              <kbd>{key}</kbd> {t(`events:key.${does as 'confirm'}`)}
            </span>
          ))}
        </section>
      )}
      {item.messageURL ? (
        <MessageContent messageURL={item.messageURL} />
      ) : (
        <p className={classes.call}>{item.resolution?.additionalInformation || t('center.callWithoutNote')}</p>
      )}
    </>
  );
}

const CALL_TONES = { answered: 'good', failed: 'bad' } as const;

/** How far an automated call came. */
function CallTag({ call }: { call: NonNullable<Item['call']> }) {
  const { t } = useTranslation('messages');
  const said = t(`center.call.${call.result as 'placed'}`);
  return (
    <Tag tone={CALL_TONES[call.result as keyof typeof CALL_TONES] ?? 'neutral'}>
      {call.seconds ? `${said}, ${t('center.call.took', { seconds: call.seconds })}` : said}
    </Tag>
  );
}

/** Gives the account to somebody. */
function Assign({ item }: { item: Item }) {
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const { members, nameOf } = useStaff();
  const assigns = useFlag('ACCOUNT_ASSIGNMENT');
  const may = useCan('account', 'assignAccount') && assigns;
  const [assign] = useMutation('account', AssignAccountDocument, { idempotent: true });
  if (!may) return null;
  const give = (userId: string | null) =>
    void assign({ clientId, accountId: item.accountId, userId }).then(
      () => toastSuccess(t('center.assigned', { name: nameOf(userId) ?? t('center.nobody') })),
      (error: unknown) => toastError(error),
    );
  return (
    <ButtonMenu
      position="bottom-start"
      choices={[
        ...members
          .filter((member) => member.isEnabled)
          .map((member) => ({
            key: member.id,
            label: member.name || member.email,
            disabled: member.id === item.assigneeUserId,
            onChoose: () => give(member.id),
          })),
        ...(item.assigneeUserId ? [{ key: 'nobody', label: t('center.nobody'), line: true, onChoose: () => give(null) }] : []),
      ]}
      button={
        <Button size="xs" variant="default" leftSection={<IconUserCheck size={15} stroke={1.6} />}>
          {t('center.assign')}
        </Button>
      }
    />
  );
}
