import { ActionIcon, Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './LinksPanel.module.css';
import type { AccountLinksQuery } from './landing-page.graphql.ts';

type Link = AccountLinksQuery['getAccountLinks'][number];

/** How many show before one asks for more. */
const FIRST = 3;

/** The links that open the page now: since when, how often they were opened, and the end of each. */
export function LinkList({ links, onRevoke }: { links: readonly Link[]; onRevoke: (link: Link) => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? links : links.slice(0, FIRST);
  const rest = links.length - shown.length;
  if (links.length === 0) return null;
  return (
    <>
      <ul className={classes.links} aria-label={t('links.list')}>
        {shown.map((link) => (
          <li key={link.linkId}>
            <span>
              {t('links.row', { created: format.date(link.createdAt), until: format.date(link.expiresAt) })}
              {' · '}
              {link.opens === 0 || link.openedAt === null
                ? t('links.unopened')
                : t('links.opens', { count: link.opens, when: format.relative(link.openedAt) })}
            </span>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('links.revokeOne', { created: format.date(link.createdAt, 'long') })}
              onClick={() => onRevoke(link)}
            >
              <IconLinkOff size={14} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" mb={8} onClick={() => setWhole(true)}>
          {t('links.all', { count: rest })}
        </Button>
      )}
    </>
  );
}
