import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { LandingPageResultsDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';

const OUTCOMES = ['paid', 'promised', 'planned', 'disputed'] as const;
/** Fewer accounts than this say little about a page. */
const ENOUGH = 100;

/** What came of each page of a test that is saved: of the accounts that saw it, how many did what. */
export function TestResults({ landingPageId }: { landingPageId: string }) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { data, error } = useQuery('cms', LandingPageResultsDocument, { clientId, landingPageId });
  const results = data?.getLandingPageResults ?? [];
  if (error !== null && error !== undefined && !data) return <ErrorNote error={error} />;
  const few = results.some(({ shown }) => shown < ENOUGH);
  return (
    <section className={classes.results}>
      <h3>{t('test.results')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('test.page')}</th>
            <th scope="col">{t('test.shareShort')}</th>
            <th scope="col">{t('test.shown')}</th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col">
                {t(`test.${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.landingPageId}>
              <th scope="row">{result.displayName}</th>
              <td>{format.percent(result.share / 100)}</td>
              <td>{format.number(result.shown)}</td>
              {OUTCOMES.map((outcome) => (
                <td key={outcome}>
                  {format.number(result[outcome])}
                  {result.shown > 0 && <span> · {format.percent(result[outcome] / result.shown)}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {few && <p className={classes.note}>{t('test.few', { number: ENOUGH })}</p>}
    </section>
  );
}
