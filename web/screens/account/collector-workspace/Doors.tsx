import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { AccountForm, LinksPanel } from '../../../shell/account/AccountForm.tsx';
import { paths } from '../../../shell/paths.ts';
import { useAction } from '../../../shell/useAction.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './CollectorScreen.module.css';
import type { Account } from './work.ts';

const DOOR_KEYS: Readonly<Partial<Record<string, string>>> = { message: 'M', instalments: 'I' };

/** What else may be done: each opens its form here; the whole account is one press away, and stays held meanwhile. */
export function Doors({ account }: { account: Account }) {
  const { t } = useTranslation('work');
  const { clientId } = useWorkspace();
  const [, act] = useAction();
  const mayWrite = useCan('account', 'sendMessage');
  const mayPlan = useCan('operations', 'createInstalmentsPlan');
  const maySettle = useCan('operations', 'offerSettlement');
  const mayTask = useCan('account-task', 'createTask');
  const tasks = useFlag('ACCOUNT_CREATE_TASK');
  const mayLink = useCan('operations', 'manageLinks');
  const may = {
    message: mayWrite && account.claims.length > 0,
    instalments: mayPlan && !account.hasInstalmentsPlan && account.activeClaimsCount > 0,
    settlement: maySettle && account.activeClaimsCount > 0,
    task: mayTask && tasks,
  };
  const forms = (['message', 'instalments', 'settlement', 'task'] as const).filter((form) => may[form]);
  useHotkeys({ ...(may.message && { m: () => act('message') }), ...(may.instalments && { i: () => act('instalments') }) });
  return (
    <>
      <Section title={t('more')}>
        <div className={classes.doors}>
          {forms.map((form) => (
            <Button key={form} size="xs" variant="default" title={DOOR_KEYS[form]} onClick={() => act(form)}>
              {t(`door.${form}`)}
            </Button>
          ))}
          <Button
            component={Link}
            to={paths.account(clientId, account.id)}
            size="xs"
            variant="default"
            rightSection={<IconExternalLink size={14} stroke={1.6} />}
          >
            {t('door.account')}
          </Button>
        </div>
      </Section>
      <Suspense>{mayLink && <LinksPanel accountId={account.id} />}</Suspense>
      <AccountForm accountId={account.id} />
    </>
  );
}
