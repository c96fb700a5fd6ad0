import classes from '../../../content/ContentList.module.css';
import type texts from '../../../shell/i18n/en_US/landing.json';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import type { ClientTags } from '../../../shell/tags.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { LandingPagesQuery } from './cms.graphql.ts';

export type LandingRow = LandingPagesQuery['getLandingPageList'][number];
type Key = keyof (typeof texts)['columns'];

/** @param onTag asks for the pages of a tag. @returns the columns of the list, but for what one can do with a page. */
export function useLandingColumns(tags: ClientTags, onTag: (key: string) => void): ListColumn<LandingRow>[] {
  const { t } = useTranslation('landing');
  const column = columnMaker<LandingRow, string, Key>((key) => t(`columns.${key}`));
  return [
    column(
      'name',
      260,
      ({ displayName, isDefault, variants }) => (
        <span className={classes.name}>
          {displayName}
          {isDefault && <Tag tone="good">{t('default')}</Tag>}
          {variants.length > 0 && <Tag tone="info">{t('test.tag')}</Tag>}
        </span>
      ),
      { strong: true },
    ),
    column('siteTitle', 240, ({ siteTitle }) => siteTitle),
    column('locales', 150, ({ pageContents }) => (
      <span className={classes.tags}>
        {[...new Set(pageContents.flatMap(({ contentTemplates }) => contentTemplates.map(({ locale }) => locale.slice(0, 2))))].map(
          (each) => (
            <Tag key={each}>{each}</Tag>
          ),
        )}
      </span>
    )),
    column('tags', 190, (page) => (
      <span className={classes.tags}>
        {page.tags.map((each) => (
          <button key={each} type="button" className={classes.tag} onClick={() => onTag(each)}>
            <Tag tone="info">{tags.labelOf(each)}</Tag>
          </button>
        ))}
      </span>
    )),
    column('updated', 150, ({ updatedAt, updatedBy }) => (
      <span title={updatedBy ?? undefined}>
        <DateText value={updatedAt} />
      </span>
    )),
  ];
}
