import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconDownload, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { downloadFile } from '../../../../shell/exportList.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError } from '../../../../ui/toasts.ts';
import classes from './Personal.module.css';
import { type AccountPrivacyQuery, DeleteDataFileDocument, MakeDataFileDocument, PersonAccountsDocument } from './privacy.graphql.ts';

const PARTS = ['json', 'pdf', 'zip'] as const;

interface Person {
  readonly accountId: string;
  readonly externalDebtorRef: string;
}
const keyOf = (person: Person) => `${person.accountId} ${person.externalDebtorRef}`;

/** The file of everything known about the person: over which accounts, and those that were made. */
export function DataFiles(props: { person: Person; files: AccountPrivacyQuery['listPersonalDataFiles']; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { data, error } = useQuery('privacy', PersonAccountsDocument, { clientId, ...props.person });
  const [make, making] = useMutation('privacy', MakeDataFileDocument);
  const [remove] = useMutation('privacy', DeleteDataFileDocument);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const accounts = data?.findPersonAccounts ?? [];
  const ticked = chosen ?? new Set(accounts.filter((each) => each.isSuggested).map(keyOf));
  const run = (work: () => Promise<unknown>) => void work().then(props.onChange, toastError);
  return (
    <Section title={t('file.title')}>
      <p className={classes.words}>{t('file.intro')}</p>
      <ErrorNote error={data ? null : error} />
      {!data && !error && <Skeleton height={40} />}
      {data && (
        <Checkbox.Group label={t('file.accounts')} mb={10} value={[...ticked]} onChange={(values) => setChosen(new Set(values))}>
          <ul className={classes.list}>
            {accounts.map((each) => (
              <li key={keyOf(each)}>
                <Checkbox
                  value={keyOf(each)}
                  label={`${each.name} · ${each.externalAccountRef}`}
                  description={each.signs.map((sign) => t(`sign.${sign as 'sameName'}`)).join(', ')}
                />
              </li>
            ))}
          </ul>
        </Checkbox.Group>
      )}
      <Button
        size="xs"
        leftSection={<IconFileExport size={14} stroke={1.6} />}
        loading={making}
        disabled={ticked.size === 0}
        onClick={() =>
          run(() =>
            make({
              clientId,
              persons: accounts
                .filter((each) => ticked.has(keyOf(each)))
                .map(({ accountId, externalDebtorRef }) => ({ accountId, externalDebtorRef })),
            }),
          )
        }
      >
        {t('file.make')}
      </Button>
      <ul className={classes.list} style={{ marginTop: 12 }} aria-live="polite">
        {props.files.map((file) => (
          <li key={file.id} className={classes.line}>
            <span>
              {file.status === 'waiting'
                ? t('file.waiting')
                : file.status === 'failed'
                  ? t('file.failed')
                  : t('file.made', { day: format.date(file.createdAt), until: format.date(file.expiresAt) })}
            </span>
            {file.status === 'done' &&
              PARTS.map((part) => (
                <Button
                  key={part}
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} stroke={1.6} />}
                  onClick={() =>
                    void downloadFile('/api/privacy/file', { clientId, dataFileId: file.id, part }, `personal-data.${part}`).catch(
                      toastError,
                    )
                  }
                >
                  {t(`file.${part}`)}
                </Button>
              ))}
            {file.status !== 'waiting' && (
              <Button size="xs" variant="subtle" color="red" onClick={() => run(() => remove({ clientId, dataFileId: file.id }))}>
                {t('file.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
