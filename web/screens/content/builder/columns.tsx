import type { ReactNode } from 'react';
import classes from '../../../content/ContentList.module.css';
import type { Channel } from '../../../content/draft.ts';
import type texts from '../../../shell/i18n/en_US/content.json';
import { wordsOf } from '../../../shell/ListExport.tsx';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import type { ClientTags } from '../../../shell/tags.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { BundlesQuery } from './cms.graphql.ts';

export type Bundle = BundlesQuery['getTemplateBundleList'][number];
type Key = Exclude<keyof (typeof texts)['columns'], 'summary'>;

/** @param acts onTag asks for the messages of a tag; actions are what one can do with a message. @returns the columns of the list. */
export function useBundleColumns(
  channel: Channel,
  tags: ClientTags,
  acts: { onTag: (key: string) => void; actions: (bundle: Bundle) => ReactNode },
): ListColumn<Bundle>[] {
  const { t } = useTranslation('content');
  const column = columnMaker<Bundle, string, Key>((key) => t(`columns.${key}`));
  return [
    column(
      'name',
      230,
      (bundle) => (
        <span className={classes.name}>
          {bundle.displayName}
          {bundle.isDefault && <Tag tone="good">{t('default')}</Tag>}
          {bundle.deprecated && <Tag tone="warn">{t('deprecated')}</Tag>}
        </span>
      ),
      {
        strong: true,
        file: [
          { key: 'name' },
          { key: 'file', header: t('columns.file') },
          { key: 'standing', header: t('columns.standing'), words: wordsOf(['default', 'deprecated'], (each) => t(each)) },
        ],
      },
    ),
    { key: 'summary', header: t(`columns.summary.${channel}`), width: 280, wraps: true, cell: (bundle) => bundle.summary, file: [] },
    column('locales', 130, (bundle) => (
      <span className={classes.tags}>
        {bundle.locales.map((locale) => (
          <Tag key={locale}>{locale.slice(0, 2)}</Tag>
        ))}
      </span>
    )),
    column('tags', 170, (bundle) => (
      <span className={classes.tags}>
        {bundle.contentTags.map((each) => (
          <button key={each} type="button" className={classes.tag} onClick={() => acts.onTag(each)}>
            <Tag tone="info">{tags.labelOf(each)}</Tag>
          </button>
        ))}
      </span>
    )),
    column('updated', 150, (bundle) => (
      <span title={bundle.updatedBy ?? undefined}>
        <DateText value={bundle.updatedAt} />
      </span>
    )),
    { key: 'actions', header: '', width: 52, align: 'right', sticks: true, cell: acts.actions, file: [] },
  ];
}
