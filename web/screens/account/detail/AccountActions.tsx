import { Button } from '@mantine/core';
import { IconCalendarDollar, IconChevronDown, IconPhone, IconSend } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useOffers } from '../../../shell/offers.ts';
import type { Act } from '../../../shell/useAction.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './AccountActions.module.css';
import type { Account } from './account.ts';
import { ACTION_GROUPS, ACTIONS, type AccountForm, type Action, LINKS } from './actions.ts';
import { useGates } from './gates.ts';

/** The buttons for what is done most, in the order of the header. */
const BUTTONS = [
  { name: 'call', label: 'action.call', icon: IconPhone, variant: 'default' },
  { name: 'message', label: 'message', icon: IconSend, variant: 'default' },
  { name: 'promise', label: 'promise.open', icon: IconCalendarDollar, variant: 'filled' },
] as const;

/** What can be done on the account, the same on every tab: by button, menu, key and "Go to". Before the account is there it shows in its final shape. */
export function AccountActions({ account, act }: { account: Account | undefined; act: Act }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const gates = useGates();
  const allowed = (Object.entries(ACTIONS) as [Action, AccountForm][]).filter(([, form]) => gates(form));
  const possible = allowed.filter(([, form]) => account !== undefined && (form.fits?.(account) ?? true));
  const allowedLinks = Object.entries(LINKS).filter(([, link]) => gates(link));
  const links = account ? allowedLinks : [];
  const follow = ({ to }: (typeof LINKS)[string]) => account && void navigate(to(clientId, account.id));
  useOffers([
    ...possible.map(([name, form]) => ({ name, label: t(form.label), run: () => act(name) })),
    ...links.map(([name, link]) => ({ name, label: t(link.label), run: () => follow(link) })),
  ]);
  const keys = possible.flatMap(([name, { key }]) => (key === undefined ? [] : [[key, () => act(name)] as const]));
  useHotkeys(Object.fromEntries(keys), { ofList: true });
  const choices = ACTION_GROUPS.flatMap((group) =>
    [
      ...possible
        .filter(([, form]) => form.group === group)
        .map(([name, { label, key }]) => ({
          key: name as string,
          label: t(label),
          onChoose: () => act(name),
          ...(key && { shortcut: key }),
        })),
      ...links
        .filter(([, link]) => link.group === group)
        .map(([name, link]) => ({ key: name, label: t(link.label), onChoose: () => follow(link) })),
    ].map((choice, at) => ({ ...choice, ...(at === 0 && { heading: t(`actions.${group}`) }) })),
  );
  return (
    <>
      {allowed.length + allowedLinks.length > 0 && (
        <ButtonMenu
          position="bottom-end"
          choices={choices}
          button={
            <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.6} />} disabled={choices.length === 0}>
              {t('actions.more')}
            </Button>
          }
        />
      )}
      {BUTTONS.filter(({ name }) => gates(ACTIONS[name])).map(({ name, label, icon: Icon, variant }) => (
        <Button
          key={name}
          variant={variant}
          leftSection={<Icon size={16} stroke={1.6} />}
          className={variant === 'default' ? classes.short : classes.shorter}
          aria-label={t(label)}
          title={`${t(label)} (${keyLabel(ACTIONS[name].key)})`}
          disabled={!possible.some(([each]) => each === name)}
          onClick={() => act(name)}
        >
          {t(label)}
        </Button>
      ))}
    </>
  );
}
