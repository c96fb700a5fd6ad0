import { ActionIcon, Button, Tabs, TextInput } from '@mantine/core';
import { IconColumns2, IconDeviceMobile } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Brand } from '../../../blocks/brand.ts';
import { blocksFor, blockType } from '../../../blocks/catalogue.ts';
import { type Check, checkDesign } from '../../../blocks/checks.ts';
import { type DesignTexts, ENVELOPE } from '../../../blocks/texts.ts';
import type { Locale } from '../../../core/locale.ts';
import { LANGUAGE_NAMES } from '../../shell/i18n/i18n.ts';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastError } from '../../ui/toasts.ts';
import type { Placeholder } from '../placeholders.ts';
import { BlockPalette } from './BlockPalette.tsx';
import { BlockPanel } from './BlockPanel.tsx';
import { Canvas } from './Canvas.tsx';
import { ChecksPanel } from './ChecksPanel.tsx';
import classes from './DesignEditor.module.css';
import { beginEditing } from './editing.ts';
import type { PageTexts, SharedBlocks } from './shared.ts';
import { type Surroundings, SurroundingsContext, shownIn } from './surroundings.ts';
import { TextToolbar } from './text/TextToolbar.tsx';
import { findBlock } from './tree.ts';
import { useEditing } from './useEditing.ts';
import { localesIn, type Written } from './written.ts';

type Side = 'block' | 'checks' | 'preview';

/**
 * What is written of blocks, whatever it is read on (`written.design.medium`): palette, canvas and settings, one language of it open.
 * @param props.written what is edited, held by the screen. @param props.preview the message as the server makes it, in a tab of the side.
 * @param props.top what stands above the canvas.
 */
export default function DesignEditor(props: {
  written: Written;
  locale: Locale;
  leading: Locale;
  brand: Brand;
  shared: SharedBlocks;
  contents: PageTexts;
  avoidedWords: readonly string[];
  placeholders: readonly Placeholder[];
  readOnly: boolean;
  /** A block that messages share: it has no subject. */
  isPart?: boolean;
  /** Whether a block may be added here, where not all of the medium's may. */
  fits?: (type: string) => boolean;
  onChange: (written: Written) => void;
  top: ReactNode;
  preview: ReactNode;
}) {
  const { locale, leading, brand, shared, contents, placeholders, readOnly } = props;
  const { t, find } = useTranslation(['editor', 'blocks']);
  const { state, acts } = useEditing(props.written, leading, props.onChange);
  const written = state.history.present;
  const [editor, setEditor] = useState<Editor | null>(null);
  const [side, setSide] = useState<Side>('block');
  const [compares, setCompares] = useState(false);
  const [isPhone, setPhone] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const { medium } = written.design;
  const envelope = props.isPart ? [] : ENVELOPE[medium];
  const surroundings = useMemo(
    (): Surroundings => ({ ...shownIn(medium, locale, { brand, shared, contents }, placeholders), acts, onEditor: setEditor, readOnly }),
    [medium, brand, locale, shared, contents, acts, placeholders, readOnly],
  );
  const { fits } = props;
  const types = useMemo(() => blocksFor(medium).filter(({ type }) => fits?.(type) ?? true), [medium, fits]);
  const checks = useChecks(written, props);
  const selected = state.selected === null ? undefined : findBlock(written.design, state.selected);

  useHotkeys({
    'mod+z': () => !readOnly && acts.undo(),
    'mod+shift+z': () => !readOnly && acts.redo(),
    'mod+y': () => !readOnly && acts.redo(),
    '/': () => search.current?.focus(),
  });
  useEffect(() => {
    if (!state.refused) return;
    const { key, type } = state.refused;
    toastError(
      find(`blocks:problem.${key === 'once' ? 'blockOnce' : 'designLarge'}`, { type: find(`blocks:block.${type}.name`), number: 200 }) ??
        key,
    );
  }, [state.refused, find]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of another language is another text
  useEffect(() => acts.write(null), [locale, acts]);

  function open({ blockId, field }: Check) {
    if (blockId === null) return field && document.querySelector<HTMLElement>(`[data-envelope="${field}"]`)?.focus();
    acts.focus(blockId);
    const block = findBlock(written.design, blockId);
    const isText = field !== null && block !== undefined && blockType(block.type)?.texts[field] !== undefined;
    if (isText && field !== 'alt' && !readOnly) acts.write({ block: blockId, field, at: null });
    else setSide('block');
  }

  return (
    <div className={classes.editor} data-side={side}>
      {readOnly ? <div /> : <BlockPalette types={types} search={search} onAdd={acts.add} />}
      <main className={classes.middle}>
        {props.top}
        {envelope.length > 0 && (
          <div className={classes.envelope}>
            {envelope.map((key) => (
              <EnvelopeField
                key={key}
                name={key}
                text={written.texts[locale]?.[key]?.text}
                readOnly={readOnly}
                onChange={(text) => acts.text(locale, key, text)}
              />
            ))}
          </div>
        )}
        {!readOnly && (
          <div className={classes.tools}>
            <TextToolbar
              editor={editor}
              placeholders={placeholders}
              canUndo={state.history.past.length > 0}
              canRedo={state.history.future.length > 0}
              onUndo={acts.undo}
              onRedo={acts.redo}
            />
            {medium !== 'paper' && (
              <ActionIcon
                className={classes.compare}
                size="sm"
                variant={isPhone ? 'light' : 'subtle'}
                aria-pressed={isPhone}
                aria-label={t('phone')}
                title={t('phone')}
                onClick={() => setPhone(!isPhone)}
              >
                <IconDeviceMobile size={16} />
              </ActionIcon>
            )}
            {locale !== leading && written.texts[leading] && (
              <Button
                className={classes.compare}
                size="compact-sm"
                variant={compares ? 'light' : 'subtle'}
                aria-pressed={compares}
                leftSection={<IconColumns2 size={16} />}
                onClick={() => setCompares(!compares)}
              >
                {t('languages.compare', { name: LANGUAGE_NAMES[leading] })}
              </Button>
            )}
          </div>
        )}
        <div className={classes.stages}>
          {compares && locale !== leading && (
            <Original written={written} leading={leading} surroundings={surroundings} shared={shared} contents={contents} />
          )}
          <div className={classes.stage}>
            <SurroundingsContext value={surroundings}>
              <Canvas state={state} isPhone={isPhone} />
            </SurroundingsContext>
          </div>
        </div>
      </main>
      <Tabs className={classes.side} value={side} onChange={(next) => setSide(next as Side)} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="block">{t('panel.block')}</Tabs.Tab>
          <Tabs.Tab value="checks">{t('checks.label', { count: checks.length })}</Tabs.Tab>
          <Tabs.Tab value="preview">{t('preview')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="block" className={classes.body}>
          {selected ? (
            <BlockPanel
              block={selected}
              written={written}
              locale={locale}
              leading={leading}
              placeholders={placeholders}
              sharedNames={shared.names}
              contents={contents}
              acts={acts}
              readOnly={readOnly}
            />
          ) : (
            <p className={classes.none}>{t('panel.none')}</p>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="checks" className={classes.body}>
          <ChecksPanel checks={checks} written={written} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="preview" className={classes.preview}>
          {props.preview}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** Subject and preview text: lines of their own, with a menu of placeholders. */
function EnvelopeField(props: { name: 'subject' | 'preheader'; text: unknown; readOnly: boolean; onChange: (text: string) => void }) {
  const { find } = useTranslation(['editor', 'blocks']);
  const value = typeof props.text === 'string' ? props.text : '';
  return (
    <TextInput
      label={find(`blocks:field.${props.name}`)}
      value={value}
      maxLength={500}
      readOnly={props.readOnly}
      data-envelope={props.name}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** The leading language beside the one that is written. */
function Original(props: { written: Written; leading: Locale; surroundings: Surroundings; shared: SharedBlocks; contents: PageTexts }) {
  const { written, leading, surroundings, shared, contents } = props;
  const own = useMemo(
    () => shownIn(surroundings.medium, leading, { brand: surroundings.options.brand, shared, contents }, surroundings.placeholders),
    [surroundings, leading, shared, contents],
  );
  const state = useMemo(() => beginEditing(written), [written]);
  return (
    <div className={classes.stage} inert>
      <SurroundingsContext value={own}>
        <Canvas state={state} />
      </SurroundingsContext>
    </div>
  );
}

const NO_TEXTS: DesignTexts = {};
/** What is asked of a whole message, not of a part of one. */
const OF_MESSAGES: ReadonlySet<Check['key']> = new Set(['subjectMissing', 'preheaderMissing', 'payLinkMissing', 'unsubscribeMissing']);

/** @returns what is wrong in the open language; it may come a moment after the words. */
function useChecks(
  written: Written,
  { locale, leading, placeholders, brand, avoidedWords, shared, contents, isPart }: Parameters<typeof DesignEditor>[0],
): readonly Check[] {
  const settled = useDeferredValue(written);
  return useMemo(() => {
    const texts = settled.texts[locale] ?? NO_TEXTS;
    const original = locale === leading || !localesIn(settled).includes(leading) ? null : settled.texts[leading]!;
    const found = checkDesign(settled.design, texts, {
      locale,
      leading: original,
      placeholders,
      brand,
      words: avoidedWords,
      shared: shared.in(locale),
      content: contents.in(locale),
    });
    return isPart ? found.filter(({ key }) => !OF_MESSAGES.has(key)) : found;
  }, [settled, locale, leading, placeholders, brand, avoidedWords, shared, contents, isPart]);
}
