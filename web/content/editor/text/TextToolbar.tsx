import { ActionIcon, Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconBraces,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { memo, useEffect, useState } from 'react';
import { ADDRESS, CHIP_FORMATS } from '../../../../blocks/words.ts';
import { keyLabel } from '../../../ui/hotkeys.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Placeholder } from '../../placeholders.ts';
import { linkChoices } from '../links.ts';
import classes from './Text.module.css';

/** @returns all that the toolbar shows of where the cursor is. */
function standingOf(editor: Editor): string {
  const { selection } = editor.state;
  const marks = ['bold', 'italic', 'underline', 'bulletList', 'orderedList', 'link'].filter((each) => editor.isActive(each));
  const level = [1, 2, 3].find((each) => editor.isActive('heading', { level: each }));
  const chip = selection instanceof NodeSelection ? [selection.from, selection.node.attrs] : null;
  return JSON.stringify([marks, level, selection.empty, chip]);
}

/** What can be done with the text that is written: marks, headings, lists, links, placeholders. Undo is the whole message's. */
export const TextToolbar = memo(function TextToolbar(props: {
  editor: Editor | null;
  placeholders: readonly Placeholder[];
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
}) {
  const { editor } = props;
  const { t } = useTranslation('editor');
  const [linking, setLinking] = useState(false);
  // Drawn again only when it would look different: most keys change nothing here.
  const [, setStanding] = useState('');
  useEffect(() => {
    setLinking(false);
    const look = () => editor && setStanding(standingOf(editor));
    editor?.on('transaction', look);
    return () => void editor?.off('transaction', look);
  }, [editor]);
  const isRich = editor !== null && editor.schema.marks.bold !== undefined;
  const level = [1, 2, 3].find((each) => editor?.isActive('heading', { level: each })) ?? 0;
  const chain = () => editor!.chain();
  const button = (
    key: 'bold' | 'italic' | 'underline' | 'bulletList' | 'orderedList',
    Icon: typeof IconBold,
    keys: string | null,
    act: () => void,
  ) => (
    <ActionIcon
      variant={editor?.isActive(key) ? 'light' : 'subtle'}
      aria-label={t(`text.${key}`)}
      aria-pressed={editor?.isActive(key) ?? false}
      title={keys ? `${t(`text.${key}`)} (${keyLabel(keys)})` : t(`text.${key}`)}
      disabled={!isRich}
      // The text keeps its focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <Icon size={17} />
    </ActionIcon>
  );
  const selection = editor?.state.selection;
  const chip = selection instanceof NodeSelection && selection.node.type.name === 'placeholder' ? selection : null;
  return (
    <div>
      <div role="toolbar" aria-label={t('text.label')} className={classes.bar}>
        <ActionIcon
          variant="subtle"
          aria-label={t('undo')}
          title={`${t('undo')} (${keyLabel('mod+z')})`}
          disabled={!props.canUndo}
          onClick={props.onUndo}
        >
          <IconArrowBackUp size={17} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t('redo')}
          title={`${t('redo')} (${keyLabel('mod+shift+z')})`}
          disabled={!props.canRedo}
          onClick={props.onRedo}
        >
          <IconArrowForwardUp size={17} />
        </ActionIcon>
        <span className={classes.divider} />
        <NativeSelect
          size="xs"
          aria-label={t('text.style')}
          disabled={!isRich}
          value={String(level)}
          data={[0, 1, 2, 3].map((each) => ({ value: String(each), label: t(`text.styles.${each as 0 | 1 | 2 | 3}`) }))}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value) as 0 | 1 | 2 | 3;
            if (chosen === 0) chain().setParagraph().run();
            else chain().setHeading({ level: chosen }).run();
            editor?.view.focus();
          }}
        />
        {button('bold', IconBold, 'mod+b', () => chain().toggleBold().run())}
        {button('italic', IconItalic, 'mod+i', () => chain().toggleItalic().run())}
        {button('underline', IconUnderline, 'mod+u', () => chain().toggleUnderline().run())}
        {button('bulletList', IconList, null, () => chain().toggleBulletList().run())}
        {button('orderedList', IconListNumbers, null, () => chain().toggleOrderedList().run())}
        <ActionIcon
          variant={linking || editor?.isActive('link') ? 'light' : 'subtle'}
          aria-label={t('text.link')}
          title={t('text.link')}
          disabled={!isRich || (!linking && !editor?.isActive('link') && (selection?.empty ?? true))}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setLinking(!linking)}
        >
          <IconLink size={17} />
        </ActionIcon>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBraces size={16} />}
          disabled={!editor}
          title={t('text.placeholderHint')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            chain().insertContent('{{').run();
            editor?.view.focus();
          }}
        >
          {t('text.placeholder')}
        </Button>
      </div>
      {editor && linking && <LinkField editor={editor} placeholders={props.placeholders} onDone={() => setLinking(false)} />}
      {editor && chip && <ChipFields key={chip.from} editor={editor} chip={chip} />}
    </div>
  );
});

function LinkField({ editor, placeholders, onDone }: { editor: Editor; placeholders: readonly Placeholder[]; onDone: () => void }) {
  const { t } = useTranslation('editor');
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''));
  const [wrong, setWrong] = useState(false);
  const done = () => {
    onDone();
    editor.view.focus();
  };
  return (
    <form
      className={classes.own}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = href.trim();
        if (wanted !== '' && !ADDRESS.test(wanted)) return setWrong(true);
        const chain = editor.chain().extendMarkRange('link');
        if (wanted === '') chain.unsetMark('link').run();
        else chain.setMark('link', { href: wanted }).run();
        done();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        done();
      }}
    >
      <Autocomplete
        size="xs"
        w={340}
        aria-label={t('text.address')}
        placeholder="https://"
        data={linkChoices(placeholders)}
        value={href}
        error={wrong ? t('wrongAddress') : undefined}
        onChange={(next) => {
          setHref(next);
          setWrong(false);
        }}
        data-autofocus
        autoFocus
      />
      <Button size="xs" type="submit">
        {t('text.setLink')}
      </Button>
    </form>
  );
}

/** Format and fallback of the placeholder that is selected. */
function ChipFields({ editor, chip }: { editor: Editor; chip: NodeSelection }) {
  const { t } = useTranslation('editor');
  const { tag, format, fallback } = chip.node.attrs as { tag: string; format: string; fallback: string };
  const set = (name: 'format' | 'fallback', value: string) =>
    editor.view.dispatch(editor.state.tr.setNodeAttribute(chip.from, name, value));
  return (
    <fieldset className={classes.own} aria-label={t('chip.label', { tag })}>
      <code>{tag}</code>
      <NativeSelect
        size="xs"
        aria-label={t('chip.format')}
        value={format}
        data={CHIP_FORMATS.map((each) => ({ value: each, label: t(`chip.formats.${each}`) }))}
        onChange={(event) => set('format', event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        aria-label={t('chip.fallback')}
        placeholder={t('chip.fallback')}
        value={fallback}
        maxLength={200}
        onChange={(event) => set('fallback', event.currentTarget.value)}
      />
    </fieldset>
  );
}
