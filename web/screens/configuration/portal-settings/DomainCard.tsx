import { Button } from '@mantine/core';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './DomainsSection.module.css';
import type { DomainRowFragment } from './landing-page.graphql.ts';

const TONES = { unchecked: 'neutral', verified: 'good', failed: 'bad' } as const;
const PROBLEMS = ['noRecord', 'otherRecord', 'noAddress', 'otherAddress', 'noAnswer'] as const;
/** An address in figures takes no CNAME. @returns the type of the record that leads to a host. */
const recordTo = (host: string) => (host.includes(':') ? 'AAAA' : /^[\d.]+$/.test(host) ? 'A' : 'CNAME');

interface Props {
  readonly domain: DomainRowFragment;
  readonly edits: boolean;
  readonly busy: boolean;
  readonly onDefault: () => void;
  readonly onRemove: () => void;
}

/** A domain: whether links may start with it, and, as long as they may not, the records that DNS has to have. */
export function DomainCard({ domain: row, edits, busy, onDefault, onRemove }: Props) {
  const { t } = useTranslation('portal-settings');
  const format = useFormat();
  const { domain, isDefault, recordName, recordValue, target } = row;
  const state = row.state === 'verified' || row.state === 'failed' ? row.state : 'unchecked';
  const problem = PROBLEMS.find((each) => each === row.problem);
  const found = (problem === 'otherRecord' ? row.foundTexts : problem === 'otherAddress' ? row.foundAddresses : []).join(', ');
  const records = [
    ['TXT', recordName, recordValue],
    [recordTo(target), domain, target],
  ] as const;
  return (
    <li className={classes.domain}>
      <div className={classes.head}>
        <strong className={classes.name}>{domain}</strong>
        <Tag tone={TONES[state]}>{t(`domains.state.${state}`)}</Tag>
        {isDefault && <Tag tone="info">{t('domains.default')}</Tag>}
        {edits && (
          <span className={classes.acts}>
            {!isDefault && (
              <Button size="xs" variant="subtle" disabled={busy} onClick={onDefault} aria-label={t('domains.makeDefaultOf', { domain })}>
                {t('domains.makeDefault')}
              </Button>
            )}
            <Button size="xs" variant="subtle" disabled={busy} onClick={onRemove} aria-label={t('domains.removeOf', { domain })}>
              {t('domains.remove')}
            </Button>
          </span>
        )}
      </div>
      {problem && (
        <p className={classes.note}>
          {t(`domains.problem.${problem}`)} {found !== '' && t('domains.found', { found })}
        </p>
      )}
      {row.checkedAt !== null && <p className={classes.note}>{t('domains.checked', { when: format.relative(row.checkedAt) })}</p>}
      {(state !== 'verified' || problem) && (
        <dl className={classes.records} aria-label={t('domains.records')}>
          {records.map(([type, name, value]) => (
            <div key={type}>
              <dt>
                {type} <code>{name}</code>
              </dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} size="compact-xs" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
