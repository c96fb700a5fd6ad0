import { ActionIcon, Switch, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Fragment } from 'react';
import { LOCALES, type Locale } from '../../../../core/locale.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { NameLink } from '../../../ui/NameLink.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { GlobalsQuery } from './cms.graphql.ts';
import classes from './GlobalPlaceholdersScreen.module.css';
import { type Row, withLanguages } from './rows.ts';

export type Use = GlobalsQuery['getGlobalPlaceholders']['uses'][number];

/** One global placeholder: its name, its text for everybody or in each language, and where it is used. */
export function GlobalRow(props: {
  row: Row;
  own: Locale;
  uses: readonly Use[];
  isTwice: boolean;
  edits: boolean;
  onChange: (row: Row) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('content');
  const { row, own, uses, edits, onChange } = props;
  const name = row.name.trim();
  const area = { autosize: true, minRows: 1, maxRows: 8, readOnly: !edits };
  const removeLabel = uses.length > 0 ? t('globals.used') : t('globals.remove', { name });
  return (
    <div className={classes.row}>
      <TextInput
        label={t('globals.name')}
        value={row.name}
        readOnly={!edits}
        error={props.isTwice ? t('globals.twice') : undefined}
        onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
      />
      <div className={classes.texts}>
        {row.texts === null ? (
          <Textarea
            {...area}
            label={t('globals.value')}
            value={row.value}
            onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
          />
        ) : (
          LOCALES.map((locale) => (
            <Textarea
              key={locale}
              {...area}
              label={LANGUAGE_NAMES[locale]}
              lang={locale.replace('_', '-')}
              value={row.texts?.[locale] ?? ''}
              onChange={(event) => onChange({ ...row, texts: { ...row.texts, [locale]: event.currentTarget.value } })}
            />
          ))
        )}
        {(edits || row.texts !== null) && (
          <Switch
            size="xs"
            label={t('globals.languages')}
            checked={row.texts !== null}
            disabled={!edits}
            onChange={(event) => onChange(withLanguages(row, event.currentTarget.checked, own))}
          />
        )}
      </div>
      <div className={classes.use}>
        {name && <Reference value={`{{ global.${name} }}`} />}
        <p className={classes.where}>{uses.length === 0 ? t('globals.unused') : <Uses uses={uses} />}</p>
      </div>
      {edits && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('globals.remove', { name })}
          title={removeLabel}
          disabled={uses.length > 0}
          className={classes.remove}
          onClick={props.onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function Uses({ uses }: { uses: readonly Use[] }) {
  const { t } = useTranslation(['content', 'work']);
  const { clientId } = useWorkspace();
  const label = ({ kind, displayName }: Use) =>
    kind === 'callScript' ? t('globals.script', { name: t(`work:script.topic.${displayName as 'dispute'}`) }) : displayName;
  return (
    <>
      {t('globals.usedIn')}{' '}
      {uses.map((use, place) => (
        <Fragment key={`${use.kind} ${use.fileName}`}>
          {place > 0 && ', '}
          <NameLink to={paths.contentUse(clientId, use)}>{label(use)}</NameLink>
        </Fragment>
      ))}
    </>
  );
}
