import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { API_SCOPES, PARTNER_SCOPES, scopesBeyond } from '../../../../core/apiScopes.ts';
import { PermissionContext } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApiKeys.module.css';

const WAYS = ['read', 'write'] as const;

/** The scopes as a table: a noun a line, reading and changing. What the own role doesn't hold can't be given. */
export function ScopeTable(props: {
  value: readonly string[];
  onChange: (scopes: string[]) => void;
  /** It is for a partner: scopes of its files alone. */
  isPartners: boolean;
  error?: ReactNode;
}) {
  const { value, onChange, isPartners } = props;
  const { t } = useTranslation('apiKeys');
  const beyond = new Set(scopesBeyond(useContext(PermissionContext), API_SCOPES));
  const known = isPartners ? PARTNER_SCOPES : API_SCOPES;
  const nouns = [...new Set(known.map((scope) => scope.split(':')[0]!))];
  const offered = (way: string) => known.filter((scope) => scope.endsWith(`:${way}`) && !beyond.has(scope));
  const put = (scopes: readonly string[], isOn: boolean) =>
    onChange(known.filter((scope) => (scopes.includes(scope) ? isOn : value.includes(scope))));
  return (
    <fieldset className={classes.scopes}>
      <legend>{t('form.scopes')}</legend>
      {!isPartners && (
        <div className={classes.all}>
          <Button size="compact-sm" variant="default" onClick={() => put(offered('read'), true)}>
            {t('form.allRead')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => put(offered('write'), true)}>
            {t('form.allWrite')}
          </Button>
        </div>
      )}
      <table>
        <thead>
          <tr>
            <th className={classes.head} aria-label={t('columns.scopes')} />
            {WAYS.map((way) => (
              <th key={way} className={classes.head} scope="col">
                {t(way)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nouns.map((noun) => (
            <tr key={noun}>
              <th scope="row">{t(`noun.${noun as 'accounts'}`)}</th>
              {WAYS.map((way) => {
                const scope = known.find((each) => each === `${noun}:${way}`);
                return (
                  <td key={way}>
                    {scope && (
                      <Checkbox
                        aria-label={scope}
                        title={beyond.has(scope) ? t('form.beyond') : scope}
                        checked={value.includes(scope)}
                        disabled={beyond.has(scope)}
                        onChange={(event) => put([scope], event.currentTarget.checked)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {props.error && <p className={classes.error}>{props.error}</p>}
    </fieldset>
  );
}
