import { SegmentedControl } from '@mantine/core';
import { FEATURE_FLAGS, isFlagOn, UNBUILT_FLAGS } from '../../../../core/featureFlags.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Part } from './draft.ts';
import classes from './GeneralScreen.module.css';

/** Each feature flag: the client decides, or it is as it is for everybody. There is nothing to decide about what is not built. */
export function FlagFields({ draft, change, refused, active }: Part & { active: readonly string[] }) {
  const { t } = useTranslation('general');
  return (
    <Section title={t('flags.title')} aside={t('flags.aside')}>
      {refused('featureFlags')}
      <ul className={classes.flags}>
        {FEATURE_FLAGS.map((flag) => {
          const own = draft.featureFlags[flag];
          return (
            <li key={flag} className={classes.flag}>
              <span className={classes.flagName}>
                {t(`flags.name.${flag}`)}
                <code>{flag}</code>
              </span>
              {UNBUILT_FLAGS.has(flag) ? (
                <Tag>{t('flags.unbuilt')}</Tag>
              ) : (
                <SegmentedControl
                  size="xs"
                  aria-label={t(`flags.name.${flag}`)}
                  value={own === undefined ? 'default' : own ? 'on' : 'off'}
                  onChange={(value) => {
                    const { [flag]: _, ...others } = draft.featureFlags;
                    change({ featureFlags: value === 'default' ? others : { ...others, [flag]: value === 'on' } });
                  }}
                  data={[
                    { value: 'default', label: t(isFlagOn(flag, {}, active) ? 'flags.defaultOn' : 'flags.defaultOff') },
                    { value: 'on', label: t('flags.on') },
                    { value: 'off', label: t('flags.off') },
                  ]}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
