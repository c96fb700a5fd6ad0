import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Section } from '../../../ui/Panel.tsx';
import { Can } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import { ContactList } from './ContactList.tsx';
import { useAction } from './useAction.ts';

/** How the debtors are reached, and the way to correct it. */
export function ContactPanel({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const [, act] = useAction();
  return (
    <Section
      title={t('contact.title')}
      aside={
        <Can domain="account" action="editAccount">
          <ActionIcon variant="subtle" size={22} aria-label={t('contact.edit')} title={t('contact.edit')} onClick={() => act('debtor')}>
            <IconPencil size={15} stroke={1.6} />
          </ActionIcon>
        </Can>
      }
    >
      <ContactList account={account} />
    </Section>
  );
}
