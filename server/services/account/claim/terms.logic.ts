/** What strategies set for a claim beyond on and off (engine/claimTerms.ts). */
import type { Uuid } from '../../../../core/id.ts';
import { type Instant, isoInstant } from '../../../../core/time.ts';
import type { ClaimTerms, ClaimTermsChange, InstalmentTerms } from '../../../../engine/claimTerms.ts';
import { readConfig } from '../../../platform/config.ts';
import { appendEvents, type NewEvent } from '../../../platform/events.ts';
import { ownDomains } from '../../../platform/ownDomains.ts';
import type { Reading, Tx } from '../../../platform/tenancy.ts';
import type { ClaimRef } from '../ground/facts.logic.ts';

interface Change extends ClaimRef {
  readonly change: ClaimTermsChange;
  readonly actor: NewEvent['actor'];
}

/** Sets terms; null takes one away. What was set before stays, and so does the run when a domain is refused: links keep the one they have. */
export async function setClaimTerms(tx: Tx, asked: readonly Change[], at: Instant): Promise<void> {
  const domains = await linkDomains(tx);
  const isForeign = ({ change: { domain } }: Change) => domain != null && !domains.includes(domain);
  for (const each of asked.filter((one) => !isForeign(one))) {
    const { accountId, externalClaimRef, actor, change } = each;
    const rows = await tx.sql(
      `update claim set terms = nullif(jsonb_strip_nulls(coalesce(terms, '{}') || $3::jsonb), '{}'), updated_at = $4, revision = revision + 1
       where client_id = $1 and external_claim_ref = $2
         and jsonb_strip_nulls(coalesce(terms, '{}') || $3::jsonb) is distinct from coalesce(terms, '{}') returning 1`,
      [tx.clientId, externalClaimRef, JSON.stringify(change), isoInstant(at)],
    );
    if (rows.length > 0)
      await appendEvents(tx, [
        {
          messageType: 'debtorPageTermsChanged',
          accountId,
          externalClaimRef,
          ...by(actor),
          payload: { terms: change as Record<string, unknown> },
        },
      ]);
  }
  await appendEvents(
    tx,
    asked.filter(isForeign).map(({ accountId, externalClaimRef, actor, change }) => ({
      messageType: 'claimDomainRefused',
      accountId,
      externalClaimRef,
      ...by(actor),
      payload: { domain: change.domain ?? '', domains },
    })),
  );
}

/** @returns domains that links of this client may be given: the installation's, and the client's own, which are used as long as they are verified. */
export async function linkDomains(tx: Reading): Promise<string[]> {
  const rows = await tx.sql<{ domain: string }>('select domain from published.client_domain where client_id = $1 order by domain', [
    tx.clientId,
  ]);
  return [...new Set([...ownDomains(readConfig()), ...rows.map(({ domain }) => domain)])];
}

const by = (actor: NewEvent['actor']) => (actor ? { actor } : {});

/** @returns the domain of links to these claims, by reference; absent: the usual one. */
export async function readLinkDomains(tx: Tx, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refs.length === 0) return new Map();
  const rows = await tx.sql<{ ref: string; domain: string }>(
    `select external_claim_ref as ref, terms ->> 'domain' as domain from claim
     where client_id = $1 and external_claim_ref = any($2::text[]) and terms ->> 'domain' is not null`,
    [tx.clientId, refs],
  );
  return new Map(rows.map(({ ref, domain }) => [ref, domain]));
}

/** @returns the landing page that strategies chose for a claim, else for the account's oldest open claim that has one; null: the default one. */
export async function readLandingPageChoice(tx: Tx, accountId: Uuid, externalClaimRef: string | null): Promise<string | null> {
  const [row] = await tx.sql<{ page: string }>(
    `select terms ->> 'landingPageId' as page from claim
     where client_id = $1 and account_id = $2 and status <> 'deleted' and terms ->> 'landingPageId' is not null and (external_claim_ref = $3 or balance > 0)
     order by external_claim_ref = $3 desc nulls last, due_date, external_claim_ref limit 1`,
    [tx.clientId, accountId, externalClaimRef],
  );
  return row?.page ?? null;
}

/** @returns what strategies have set about plans for an account's claims with something due: a plan follows all of them, whichever it covers. */
export async function readInstalmentTerms(tx: Tx, accountId: Uuid): Promise<InstalmentTerms[]> {
  const rows = await tx.sql<{ terms: InstalmentTerms }>(
    `select terms -> 'instalments' as terms from claim where client_id = $1 and account_id = $2 and status = 'open' and balance > 0
       and terms -> 'instalments' is not null order by external_claim_ref`,
    [tx.clientId, accountId],
  );
  return rows.map(({ terms }) => ({ ...UNSET, ...terms }));
}
/** Fields without a value aren't stored. */
const UNSET = { minPart: null, downPayment: null, firstDays: null };

/** @returns those of the providers that every claim with something due allows; all of them where none is left. */
export function offeredBy<Provider extends { readonly providerName: string }>(
  providers: readonly Provider[],
  claims: readonly { readonly balance: bigint; readonly terms: ClaimTerms | null }[],
): readonly Provider[] {
  const lists = claims.flatMap(({ balance, terms }) => (balance > 0n && terms?.paymentProviders ? [terms.paymentProviders] : []));
  const left = providers.filter(({ providerName }) => lists.every((list) => list.includes(providerName)));
  return left.length > 0 ? left : providers;
}
