import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { FirstUsersDocument } from './backoffice.graphql.ts';
import { FirstProviderDocument } from './operations.graphql.ts';
import { FirstStrategiesDocument } from './strategy.graphql.ts';

/** What leads a client without accounts to its first payment, as far as one may do it. What is done is ticked. */
export default function FirstSteps() {
  const { t } = useTranslation('home');
  const { clientId } = useWorkspace();
  const opensImport = useCan('backoffice-spa', 'view-import');
  const mayImport = useCan('account', 'importPortfolio') && opensImport;
  const seesStrategies = useCan('strategy', 'viewStrategies');
  const mayEditStrategies = useCan('strategy', 'editStrategies') && seesStrategies;
  const seesProviders = useCan('configuration', 'viewConfiguration');
  const seesUsers = useCan('backoffice', 'viewUsers');
  const mayInvite = useCan('backoffice', 'editUsers') && seesUsers;
  const strategies = useQuery('strategy', FirstStrategiesDocument, mayEditStrategies ? { clientId } : null, { reuse: true });
  const provider = useQuery('operations', FirstProviderDocument, seesProviders ? { clientId } : null, { reuse: true });
  const users = useQuery('backoffice', FirstUsersDocument, mayInvite ? { clientId } : null, { reuse: true });
  const steps = [
    { name: 'import', may: mayImport, to: paths.imports(clientId), done: false },
    {
      name: 'strategy',
      may: mayEditStrategies,
      to: `${paths.strategies(clientId)}?starters=`,
      done: (strategies.data?.listStrategyBlueprints.total ?? 0) > 0,
    },
    {
      name: 'provider',
      may: seesProviders,
      to: paths.operations(clientId),
      done: (provider.data?.getEmailSetting.providerConfigurations.length ?? 0) > 0,
    },
    { name: 'users', may: mayInvite, to: paths.user(clientId), done: (users.data?.countUsers ?? 0) > 1 },
  ] as const;
  const mine = steps.filter((step) => step.may);
  if (mine.length === 0) return null;
  return (
    <section className={`${classes.card} ${classes.first}`} aria-labelledby="first-steps">
      <h2 id="first-steps">{t('first.title')}</h2>
      <p className={classes.about}>{t('first.detail')}</p>
      <ol className={classes.steps}>
        {mine.map(({ name, to, done }) => (
          <li key={name}>
            <Link className={classes.step} to={to}>
              {done ? (
                <IconCircleCheckFilled size={20} aria-label={t('first.done')} />
              ) : (
                <IconCircle size={20} stroke={1.6} aria-hidden="true" />
              )}
              <span>
                <strong>{t(`first.${name}`)}</strong>
                {t(`first.${name}Detail`)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className={classes.about}>{t('first.demo')}</p>
    </section>
  );
}
