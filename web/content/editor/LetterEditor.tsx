import { Button, Tabs, TextInput } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Brand } from '../../../blocks/brand.ts';
import { blockType } from '../../../blocks/catalogue.ts';
import { type Check, checkDesign } from '../../../blocks/checks.ts';
import { wordsIn } from '../../../blocks/said.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
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
import { beginEditing } from './editing.ts';
import classes from './LetterEditor.module.css';
import { type Letter, localesIn } from './letter.ts';
import { chipTexts } from './samples.ts';
import type { SharedBlocks } from './shared.ts';
import { NO_ACTS, type Surroundings, SurroundingsContext } from './surroundings.ts';
import { TextToolbar } from './text/TextToolbar.tsx';
import { findBlock } from './tree.ts';
import { useEditing } from './useEditing.ts';

type Side = 'block' | 'checks' | 'preview';

/**
 * A message of blocks: palette, canvas and settings, one language of it open.
 * @param props.letter what is edited, held by the screen. @param props.preview the message as the server makes it, in a tab of the side.
 * @param props.top what stands above the canvas.
 */
export default function LetterEditor(props: {
  letter: Letter;
  locale: Locale;
  leading: Locale;
  brand: Brand;
  shared: SharedBlocks;
  avoidedWords: readonly string[];
  placeholders: readonly Placeholder[];
  readOnly: boolean;
  onChange: (letter: Letter) => void;
  top: ReactNode;
  preview: ReactNode;
}) {
  const { locale, leading, brand, shared, placeholders, readOnly } = props;
  const { t, find } = useTranslation(['editor', 'blocks']);
  const { state, acts } = useEditing(props.letter, leading, props.onChange);
  const letter = state.history.present;
  const [editor, setEditor] = useState<Editor | null>(null);
  const [side, setSide] = useState<Side>('block');
  const [compares, setCompares] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const surroundings = useMemo((): Surroundings => {
    const options = { brand, word: wordsIn(locale), shared: shared.in(locale) };
    return { options, locale, acts, textOf: chipTexts(placeholders, locale), placeholders, onEditor: setEditor, readOnly };
  }, [brand, locale, shared, acts, placeholders, readOnly]);
  const checks = useChecks(letter, props);
  const selected = state.selected === null ? undefined : findBlock(letter.design, state.selected);

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
    const block = findBlock(letter.design, blockId);
    const isText = field !== null && block !== undefined && blockType(block.type)?.texts[field] !== undefined;
    if (isText && field !== 'alt' && !readOnly) acts.write({ block: blockId, field, at: null });
    else setSide('block');
  }

  return (
    <div className={classes.editor} data-side={side}>
      {readOnly ? <div /> : <BlockPalette search={search} onAdd={(type) => acts.add(type)} />}
      <main className={classes.middle}>
        {props.top}
        <div className={classes.envelope}>
          {(['subject', 'preheader'] as const).map((key) => (
            <EnvelopeField
              key={key}
              name={key}
              text={letter.texts[locale]?.[key]?.text}
              readOnly={readOnly}
              onChange={(text) => acts.text(locale, key, text)}
            />
          ))}
        </div>
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
            {locale !== leading && letter.texts[leading] && (
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
          {compares && locale !== leading && <Original letter={letter} leading={leading} surroundings={surroundings} shared={shared} />}
          <div className={classes.stage}>
            <SurroundingsContext value={surroundings}>
              <Canvas state={state} />
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
              letter={letter}
              locale={locale}
              leading={leading}
              placeholders={placeholders}
              sharedNames={shared.names}
              acts={acts}
              readOnly={readOnly}
            />
          ) : (
            <p className={classes.none}>{t('panel.none')}</p>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="checks" className={classes.body}>
          <ChecksPanel checks={checks} letter={letter} onOpen={open} />
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
function Original(props: { letter: Letter; leading: Locale; surroundings: Surroundings; shared: SharedBlocks }) {
  const { letter, leading, surroundings, shared } = props;
  const own = useMemo(
    (): Surroundings => ({
      ...surroundings,
      acts: NO_ACTS,
      locale: leading,
      readOnly: true,
      textOf: chipTexts(surroundings.placeholders, leading),
      options: { brand: surroundings.options.brand, word: wordsIn(leading), shared: shared.in(leading) },
    }),
    [surroundings, leading, shared],
  );
  const state = useMemo(() => beginEditing(letter), [letter]);
  return (
    <div className={classes.stage} inert>
      <SurroundingsContext value={own}>
        <Canvas state={state} />
      </SurroundingsContext>
    </div>
  );
}

const NO_TEXTS: DesignTexts = {};

/** @returns what is wrong in the open language; it may come a moment after the words. */
function useChecks(
  letter: Letter,
  { locale, leading, placeholders, brand, avoidedWords, shared }: Parameters<typeof LetterEditor>[0],
): readonly Check[] {
  const settled = useDeferredValue(letter);
  return useMemo(() => {
    const texts = settled.texts[locale] ?? NO_TEXTS;
    const original = locale === leading || !localesIn(settled).includes(leading) ? null : settled.texts[leading]!;
    return checkDesign(settled.design, texts, {
      locale,
      leading: original,
      placeholders,
      brand,
      words: avoidedWords,
      shared: shared.in(locale),
    });
  }, [settled, locale, leading, placeholders, brand, avoidedWords, shared]);
}
