import { Modal, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconHistory, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isUuid } from '../../core/id.ts';
import classes from './GoTo.module.css';
import { lastViewed } from './lastViewed.ts';
import { visibleMenu } from './menu.ts';
import { paths } from './paths.ts';
import { ROUTES } from './routes.ts';
import { useWorkspace } from './workspace.ts';

type Mode = 'account' | 'claim';

/** At once: whoever types blindly right after the shortcut must lose no key until the window has found its focus by itself. */
const focusNow = (field: HTMLInputElement | null) => field?.focus();

/** Goes anywhere (specification 1, section 2.4): to an account, a claim or a screen. Arrow keys change between account and claim. */
export default function GoTo(props: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Modal opened onClose={props.onClose} withCloseButton={false} padding={0} size={560} yOffset="14vh" centered={false}>
      <VisuallyHidden>
        <Modal.Title>{t('goTo.open')}</Modal.Title>
      </VisuallyHidden>
      <Search onClose={props.onClose} />
    </Modal>
  );
}

function Search(props: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { clientId, access, user } = useWorkspace();
  const [mode, setMode] = useState<Mode>('account');
  const [text, setText] = useState('');
  const trimmed = text.trim();
  const screens = visibleMenu(ROUTES, access)
    .flatMap((section) => section.entries)
    .flatMap((entry) => entry.routes.map((route) => ({ route, icon: entry.icon, title: t(`screen.${route.name}`) })))
    .filter((screen) => screen.title.toLowerCase().includes(trimmed.toLowerCase()));

  const viewed = lastViewed(clientId, user.id)
    .filter(({ name }) => name.toLowerCase().includes(trimmed.toLowerCase()))
    // Before one types, the first few; the screens stay in view.
    .slice(0, trimmed === '' ? 5 : 10);

  function go(to: string) {
    props.onClose();
    navigate(to);
  }
  function find() {
    if (mode === 'claim') go(paths.claim(clientId, trimmed));
    else go(isUuid(trimmed) ? paths.account(clientId, trimmed) : paths.accounts(clientId, trimmed));
  }
  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (event.key === 'Enter' && trimmed !== '') find();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown' || (sideways && text === ''))
      setMode(mode === 'account' ? 'claim' : 'account');
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={classes.line}>
        <IconSearch size={18} />
        <input
          ref={focusNow}
          data-autofocus
          className={classes.input}
          value={text}
          aria-label={t(`goTo.${mode}Hint`)}
          placeholder={t(`goTo.${mode}Hint`)}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={pressed}
        />
        <SegmentedControl
          size="xs"
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data={[
            { value: 'account', label: t('goTo.account') },
            { value: 'claim', label: t('goTo.claim') },
          ]}
        />
      </div>
      <div className={classes.results}>
        {trimmed !== '' && (
          <button type="button" className={classes.result} onClick={find}>
            <IconArrowRight size={18} />
            {t(mode === 'account' ? 'goTo.enterAccount' : 'goTo.enterClaim', { text: trimmed })}
            <kbd>↵</kbd>
          </button>
        )}
        {viewed.length > 0 && <p className={classes.label}>{t('goTo.lastViewed')}</p>}
        {viewed.map(({ accountId, name }) => (
          <button key={accountId} type="button" className={classes.result} onClick={() => go(paths.account(clientId, accountId))}>
            <IconHistory size={18} />
            {name}
          </button>
        ))}
        {screens.length > 0 && <p className={classes.label}>{t('goTo.screens')}</p>}
        {screens.map(({ route, icon: Icon, title }) => (
          <button key={route.name} type="button" className={classes.result} onClick={() => go(`/${clientId}/${route.path}`)}>
            <Icon size={18} />
            {title}
          </button>
        ))}
      </div>
      <p className={classes.hint}>{t('goTo.keys')}</p>
    </>
  );
}
