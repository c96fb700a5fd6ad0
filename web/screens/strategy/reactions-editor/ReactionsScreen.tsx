import { Button, Select, Skeleton } from '@mantine/core';
import { IconBolt, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useAction } from '../../../shell/useAction.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { DirectoryContext, useDirectoryOf } from '../canvas/directory.ts';
import { AccountSelect } from './AccountSelect.tsx';
import { ruleHolds } from './model.ts';
import classes from './Reactions.module.css';
import { ReplaceDrawer } from './ReplaceDrawer.tsx';
import { RuleForm } from './RuleForm.tsx';
import { RuleList } from './RuleList.tsx';
import {
  DeleteReactionDocument,
  EnableReactionDocument,
  OrderReactionsDocument,
  ReactionChoicesDocument,
  ReactionsDocument,
  type RuleFragment,
} from './reactions.graphql.ts';
import { useAccount } from './useAccount.ts';
import { useFilters } from './useFilters.ts';
import { WhyDrawer } from './WhyDrawer.tsx';

/** strategy/reactions-editor: the rules that answer events, the client's or one account's. */
export default function ReactionsScreen() {
  const directory = useDirectoryOf(useWorkspace().clientId);
  return (
    <DirectoryContext value={directory}>
      <Reactions />
    </DirectoryContext>
  );
}

function Reactions() {
  const { t } = useTranslation('reactions');
  const typeName = useTypeName();
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('reactions', 'editReactions');
  const filters = useFilters();
  const { accountId, event, text } = filters;
  const account = useAccount(accountId);
  const [form, act, about] = useAction();
  const [deleting, setDeleting] = useState<RuleFragment | null>(null);
  const { data, error, refetch } = useQuery('reactions', ReactionsDocument, { clientId, accountId });
  const choices = useQuery('reactions', ReactionChoicesDocument, { clientId }).data?.getReactionChoices;
  const [enable] = useMutation('reactions', EnableReactionDocument, { idempotent: true });
  const [remove] = useMutation('reactions', DeleteReactionDocument, { idempotent: true });
  const { rules, order } = useOrder(data?.getReactions, accountId);
  const create = () => act('reaction');
  useHotkeys({ n: create }, { enabled: edits });
  const shown = rules?.filter(
    (rule) => (event === null || rule.messageType === event) && (text === '' || ruleHolds(rule, text, typeName(rule.messageType))),
  );
  const isFiltered = event !== null || text !== '';
  const open = rules?.find(({ reactionId }) => reactionId === about) ?? null;
  const newButton = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[
          ...(accountId === null ? [] : [{ label: account?.debtorFullName ?? '…', to: paths.account(clientId, accountId) }]),
          { label: t('title') },
        ]}
        chip={rules && <CountChip>{format.number(rules.length)}</CountChip>}
        actions={
          <>
            <Button variant="default" onClick={() => act('why')}>
              {t('why.open')}
            </Button>
            {edits && (
              <Button variant="default" onClick={() => act('replace')}>
                {t('replace.open')}
              </Button>
            )}
            {newButton}
          </>
        }
      />
      <FilterBar
        search={{ value: text, placeholder: t('search'), onSearch: (next) => filters.set('search', next.trim()) }}
        end={<AccountSelect value={accountId} empty={t('account.all')} onChange={(next) => filters.set('account', next)} />}
      >
        <Select
          aria-label={t('filterEvent')}
          placeholder={t('filterEvent')}
          clearable
          searchable
          w={220}
          data={[...new Set(rules?.map(({ messageType }) => messageType))].map((value) => ({ value, label: typeName(value) }))}
          value={event}
          onChange={(next) => filters.set('event', next)}
        />
      </FilterBar>
      <div className={classes.body}>
        {error && !rules ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!rules && !error && <Skeleton height={240} m={20} />}
        {shown && shown.length > 0 && (
          <RuleList
            rules={shown}
            edits={edits}
            onOrder={isFiltered ? undefined : order}
            onOpen={(rule) => act('reaction', rule.reactionId)}
            onEnable={(rule, enabled) => void enable({ clientId, reactionId: rule.reactionId, enabled }).catch(toastError)}
            onDelete={setDeleting}
          />
        )}
        {shown?.length === 0 &&
          (isFiltered ? (
            <NothingFound
              title={t('nothing')}
              detail={t('nothingDetail')}
              onClear={() => {
                filters.set('search', null);
                filters.set('event', null);
              }}
            />
          ) : (
            <EmptyState icon={<IconBolt size={22} />} title={t('empty')} detail={t('emptyDetail')} action={newButton} />
          ))}
      </div>
      {form === 'reaction' && rules && (about === null || open) && (
        <RuleForm
          key={about ?? 'new'}
          rule={open}
          accountId={accountId}
          choices={choices}
          edits={edits}
          onConflict={refetch}
          onClose={() => act(null)}
        />
      )}
      {form === 'why' && choices && <WhyDrawer accountId={accountId} messageTypes={choices.messageTypes} onClose={() => act(null)} />}
      {form === 'replace' && edits && <ReplaceDrawer onClose={() => act(null)} />}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        danger
        title={t('delete.title', { name: deleting?.displayName || typeName(deleting?.messageType ?? '') })}
        detail={t('delete.detail')}
        confirm={t('delete.confirm')}
        onConfirm={async () => {
          if (!deleting) return;
          await remove({ clientId, reactionId: deleting.reactionId });
          toastSuccess(t('delete.done'));
        }}
      />
    </>
  );
}

/** The rules in the order that was just chosen, until the server has it. */
function useOrder(saved: readonly RuleFragment[] | undefined, accountId: string | null) {
  const { clientId } = useWorkspace();
  const [send] = useMutation('reactions', OrderReactionsDocument, { idempotent: true });
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const placeOf = ({ reactionId }: RuleFragment) => wanted?.indexOf(reactionId) ?? 0;
  return {
    rules: wanted ? saved?.toSorted((one, other) => placeOf(one) - placeOf(other)) : saved,
    order: (reactionIds: string[]) => {
      setWanted(reactionIds);
      send({ clientId, accountId, reactionIds }).catch((error) => {
        setWanted(null);
        toastError(error);
      });
    },
  };
}
