import { Link } from 'react-router';
import { Section } from '../../ui/Panel.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { paths } from '../paths.ts';
import { useStepName } from '../stepName.ts';
import { useWorkspace } from '../workspace.ts';
import type { UsageAreaFieldsFragment } from './strategy.graphql.ts';
import classes from './Usage.module.css';

type Place = UsageAreaFieldsFragment['places'][number];

/** The places of one area that use a thing, with their steps. */
export function UsagePlaces({ area }: { area: UsageAreaFieldsFragment }) {
  const { t } = useTranslation(['usage', 'workflows']);
  const { clientId } = useWorkspace();
  const stepName = useStepName();
  const { where, places, hidden } = area;
  if (places.length + hidden === 0) return null;
  const linkTo = ({ id, accountId }: Place) => {
    if (where === 'strategies') return paths.strategy(clientId, id);
    return where === 'workflows' ? paths.workflow(clientId, id) : paths.reactions(clientId, { reactionId: id, accountId });
  };
  const nameOf = (stepType: string) =>
    where === 'workflows' ? t(`workflows:type.${stepType}` as 'workflows:type.approval') : stepName(stepType);
  return (
    <Section title={t(`where.${where}`)} count={places.length + hidden}>
      <ul className={classes.places}>
        {places.map((place) => (
          <li key={place.id}>
            <Link to={linkTo(place)}>{place.displayName}</Link>
            {place.accountId && <Tag>{t('ofAccount')}</Tag>}
            {place.steps.length === 0 && where === 'reactions' && <p>{t('itself')}</p>}
            {place.steps.length > 0 && (
              <ul>
                {place.steps.map((step) => (
                  <li key={step.id}>
                    {where === 'strategies' ? (
                      <Link to={paths.strategyStep(clientId, place.id, step.id)}>{nameOf(step.stepType)}</Link>
                    ) : (
                      nameOf(step.stepType)
                    )}
                    {step.description && <span> · {step.description}</span>}
                  </li>
                ))}
              </ul>
            )}
            {place.olderVersions.length > 0 && (
              <p>{t('olderVersions', { count: place.olderVersions.length, versions: place.olderVersions.join(', ') })}</p>
            )}
          </li>
        ))}
        {hidden > 0 && <li>{t('hidden', { count: hidden })}</li>}
      </ul>
    </Section>
  );
}
