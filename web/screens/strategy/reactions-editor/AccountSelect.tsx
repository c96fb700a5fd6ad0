import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type ReactionAccountNameFragment, ReactionAccountsDocument } from './account.graphql.ts';
import { useAccount } from './useAccount.ts';

/** Chooses an account by name or reference. @param empty what stands there while none is chosen. */
export function AccountSelect(props: {
  value: string | null;
  label?: string;
  empty: string;
  onChange: (accountId: string | null) => void;
}) {
  const { t } = useTranslation('reactions');
  const { clientId } = useWorkspace();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 250);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const { data, loading } = useQuery('account', ReactionAccountsDocument, text.length < 2 ? null : { clientId, text }, {
    keepPrevious: true,
  });
  const optionOf = ({ accountId, externalAccountRef, debtorFullName }: ReactionAccountNameFragment) => ({
    value: accountId,
    label: `${debtorFullName} · ${externalAccountRef}`,
  });
  const found = (data?.searchAccounts.results ?? []).map(optionOf);
  const given = useAccount(props.value);
  const known = given ? optionOf(given) : (chosen ?? (props.value === null ? null : { value: props.value, label: t('account.one') }));
  const options = known && !found.some(({ value }) => value === known.value) ? [known, ...found] : found;
  return (
    <Select
      label={props.label}
      aria-label={props.label ?? props.empty}
      placeholder={props.empty}
      data={options}
      value={props.value}
      searchable
      clearable
      w={props.label === undefined ? 260 : undefined}
      nothingFoundMessage={typed.trim().length < 2 ? t('account.type') : loading ? undefined : t('account.nothing')}
      // The server finds by more than what the label shows.
      filter={({ options: all }) => all}
      onSearchChange={setTyped}
      onChange={(value) => {
        setChosen(options.find((option) => option.value === value) ?? null);
        props.onChange(value);
      }}
    />
  );
}
