import { Modal, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isUuid } from '../../../core/id.ts';
import { useTranslation } from '../../ui/texts.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../workspace.ts';
import { type Found, makeFinder, NOTHING } from './finder.ts';
import classes from './GoTo.module.css';
import { Results } from './Results.tsx';
import type { Row } from './row.ts';
import { type Mode, sourcesOf } from './sources.ts';
import { useGroups } from './useGroups.ts';

/** At once: whoever types blindly right after the shortcut must lose no key until the window has found its focus by itself. */
const focusNow = (field: HTMLInputElement | null) => field?.focus();

/**
 * Goes anywhere (specification 1, section 2.4): to an account, a claim, a strategy, a template, a screen, or to what the open screen
 * offers to do. Up and down walk through the results; left and right change between accounts and claims while nothing is typed.
 * @param props.typed what was typed before the window was there.
 */
export default function GoTo(props: { typed: RefObject<string>; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'goTo']);
  return (
    <Modal opened onClose={props.onClose} withCloseButton={false} padding={0} size={600} yOffset="12vh" centered={false}>
      <VisuallyHidden>
        <Modal.Title>{t('goTo.open')}</Modal.Title>
      </VisuallyHidden>
      <Search typed={props.typed} onClose={props.onClose} />
    </Modal>
  );
}

function Search(props: { typed: RefObject<string>; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'goTo']);
  const navigate = useNavigate();
  const workspace = useWorkspace();
  const { clientId } = workspace;
  const listId = useId();
  const [mode, setMode] = useState<Mode>('account');
  const [text, setText] = useState(() => props.typed.current);
  const [found, setFound] = useState<Found<Row>>(NOTHING);
  /** The row that the arrows are on; null while they have not been used: then Enter opens an exact reference, or searches. */
  const [at, setAt] = useState<string | null>(null);
  const trimmed = text.trim();
  const latest = useRef('');
  latest.current = `${mode} ${trimmed}`;
  const [finder, setFinder] = useState<ReturnType<typeof makeFinder<Row>> | null>(null);
  useEffect(() => {
    const made = makeFinder(sourcesOf(mode, workspace), setFound);
    setFound(NOTHING);
    setFinder(made);
    return made.stop;
  }, [mode, workspace]);
  useEffect(() => finder?.type(trimmed), [finder, trimmed]);

  const shown = trimmed === '' ? NOTHING : found;
  const exact = shown.text === trimmed ? exactOf(shown) : undefined;
  const groups = useGroups(mode, trimmed, shown, exact);
  const rows = groups.flatMap((group) => group.rows);
  const here = rows.findIndex((row) => row.key === at);
  // Before anything is typed nothing is chosen: Enter does nothing then.
  const chosen = here >= 0 ? rows[here] : trimmed === '' ? undefined : rows[0];

  function open(row: Row) {
    props.onClose();
    if (row.to !== undefined) navigate(row.to);
    row.run?.();
  }
  const go = (to: string) => {
    props.onClose();
    navigate(to);
  };
  /** Opens the reference that was typed, also when its answer is still on the way; without one it searches. */
  async function confirm() {
    if (mode === 'claim') return go(paths.claim(clientId, trimmed));
    if (isUuid(trimmed)) return go(paths.account(clientId, trimmed));
    const asked = latest.current;
    const answer = await finder?.now(trimmed);
    if (latest.current !== asked) return;
    const known = answer ? exactOf(answer) : undefined;
    if (known) return open(known);
    go(paths.accounts(clientId, trimmed));
  }
  function take() {
    if (here >= 0 && rows[here]?.key !== FIND) return open(rows[here]!);
    if (trimmed !== '') void confirm();
  }
  // Whoever closes the window, or types on, is not led anywhere by an answer that arrives later.
  useEffect(
    () => () => {
      latest.current = '';
    },
    [],
  );

  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const down = event.key === 'ArrowDown';
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
    else if (sideways && text === '') setMode(mode === 'account' ? 'claim' : 'account');
    else if ((down || event.key === 'ArrowUp') && rows.length > 0) {
      const from = here >= 0 ? here : trimmed === '' ? (down ? -1 : 0) : 0;
      setAt(rows[(from + (down ? 1 : -1) + rows.length) % rows.length]!.key);
    } else return;
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
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(chosen && { 'aria-activedescendant': `${listId} ${chosen.key}`.replaceAll(' ', '_') })}
          aria-label={t(`goTo:${mode}Hint`)}
          placeholder={t(`goTo:${mode}Hint`)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(null);
          }}
          onKeyDown={pressed}
        />
        <SegmentedControl
          size="xs"
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data={[
            { value: 'account', label: t('goTo:account') },
            { value: 'claim', label: t('goTo:claim') },
          ]}
        />
      </div>
      <Results id={listId} groups={groups} chosen={chosen} onOpen={(row) => (row.key === FIND ? void confirm() : open(row))} />
      {shown.failed && (
        <p className={classes.fault} role="alert">
          {t('goTo:failed')}
        </p>
      )}
      <p className={classes.hint}>{t('goTo:keys')}</p>
    </>
  );
}

/** The row that searches for what is typed. */
const FIND = 'find';

const exactOf = (found: Found<Row>): Row | undefined => {
  const hits = [...(found.hits.accounts ?? []), ...(found.hits.claims ?? [])].filter(({ isExact }) => isExact);
  return hits[0];
};
