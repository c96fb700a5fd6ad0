import { useClaimType } from '../../../shell/claimTypes.ts';
import { useFlag } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import classes from './DebtorPanel.module.css';

const entries = (meta: unknown) => Object.entries((meta ?? {}) as Record<string, unknown>);
const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The account's scores with what is known about each; nothing without any, nor without their flag. */
export function ScoresPanel({ account }: { account: Account }) {
  const { t } = useTranslation('debtor');
  const format = useFormat();
  const shows = useFlag('ACCOUNT_AI_SCORE');
  if (!shows || account.scores.length === 0) return null;
  return (
    <Section title={t('scores')}>
      <KeyValue
        dense
        pairs={account.scores.map((score) => [
          score.type,
          [format.number(score.value), ...entries(score.meta).map(([name, value]) => `${name} ${plain(value)}`)].join(' · '),
        ])}
      />
    </Section>
  );
}

/** What the account holds; nothing without any. */
export function ProductsPanel({ account }: { account: Account }) {
  const { t } = useTranslation('debtor');
  const typeName = useClaimType();
  if (account.products.length === 0) return null;
  return (
    <Section title={t('products')}>
      <ul className={classes.facts}>
        {account.products.map((product) => (
          <li key={product.productReference ?? product.name}>
            {product.name}
            <small>
              {[
                product.type && typeName(product.type),
                product.productReference !== product.name ? product.productReference : null,
                product.code && t('code', { code: product.code }),
                ...entries(product.meta).map(([name, value]) => `${name} ${plain(value)}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The portfolios that the account's claims came in; nothing without any. */
export function PortfoliosPanel({ account }: { account: Account }) {
  const { t } = useTranslation('debtor');
  if (account.portfolios.length === 0) return null;
  return (
    <Section title={t('portfolios')}>
      <div className={classes.chips}>
        {account.portfolios.map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
      </div>
    </Section>
  );
}
