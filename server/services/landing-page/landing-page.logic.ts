/** Tiny links: the unguessable address of a debtor's page. */
import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { type Check, collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { normalizePhone } from '../../../core/phone.ts';
import { DAY, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineSettled, settle } from '../../platform/settled.ts';
import { defineStatement } from '../../platform/statements.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readLinkDomains } from '../account/claim/terms.logic.ts';
import { findClaimAccountId, requireAccount } from '../account/ground/lookup.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { linkAddresses } from './landing-page.domain.logic.ts';
import { portalSetting, tinyLink } from './landing-page.tables.ts';

export type TinyLink = typeof tinyLink.$inferSelect;
/** How debtors reach the client; null: the page does not say. */
export type PortalContact = Pick<typeof portalSetting.$inferSelect, 'contactPhone' | 'contactEmail' | 'complaintsUrl' | 'privacyUrl'>;
export type PortalSetting = Pick<typeof portalSetting.$inferSelect, 'identityField' | 'maxTries' | 'linkDays' | 'revision'> & PortalContact;

export const IDENTITY_FIELDS: readonly PortalSetting['identityField'][] = ['birthday', 'postalCode', 'externalAccountRef', 'none'];
const DEFAULT_SETTING: PortalSetting = {
  identityField: 'birthday',
  maxTries: 5,
  linkDays: 30,
  contactPhone: null,
  contactEmail: null,
  complaintsUrl: null,
  privacyUrl: null,
  revision: 0,
};

/** 128 random bits: nobody guesses one. */
const CODE_BYTES = 16;
const newCode = () => randomBytes(CODE_BYTES).toString('base64url');
/** `<client part>-<code>`: eight characters of the client's id, which may be shared by clients, and the code. */
const ADDRESS = /^([0-9a-f]{8})-([A-Za-z0-9_-]{22})$/;

const digestOf = (code: string) => createHash('sha256').update(code).digest('hex');

const settingRow = (tx: Tx) => tx.db.select().from(portalSetting).where(eq(portalSetting.clientId, tx.clientId));
const storedSetting = defineSettled('portalSetting', 'select md5(s::text) from portal_setting s where client_id = $1', settingRow);

/** @returns what the client has set, or the defaults: birthday, 5 tries, 30 days, revision 0. @param toWrite locks it. */
export async function readPortalSetting(tx: Tx, toWrite = false): Promise<PortalSetting> {
  const [row] = await (toWrite ? settingRow(tx).for('update') : storedSetting(tx));
  if (!row) return DEFAULT_SETTING;
  const { clientId: _, updatedAt: __, ...setting } = row;
  return setting;
}

/**
 * @param setting its `revision` is the one that the editor read; without one the save overwrites whatever is there.
 * @throws Fault INVALID_INPUT naming the field, CONFLICT when somebody saved since `revision`.
 */
export async function writePortalSetting(
  tx: Tx,
  setting: { identityField: string; maxTries: number; linkDays: number; revision?: number | null | undefined } & {
    [Field in keyof PortalContact]?: string | null | undefined;
  },
): Promise<PortalSetting> {
  const before = await readPortalSetting(tx, true);
  const country = (await readClient(tx)).countryCode;
  const { maxTries, linkDays } = setting;
  const saved = collectFaults((check) => {
    const identityField = check(() => {
      const known = IDENTITY_FIELDS.find((field) => field === setting.identityField);
      if (!known) throw invalid('identityField', 'oneOf', { choices: IDENTITY_FIELDS.join(', ') });
      return known;
    });
    check(() => {
      if (maxTries < 1 || maxTries > 20) throw invalid('maxTries', 'tries20');
    });
    check(() => {
      if (linkDays < 1 || linkDays > 365) throw invalid('linkDays', 'days365');
    });
    return { identityField: identityField ?? before.identityField, maxTries, linkDays, ...checkedContact(check, setting, before, country) };
  });
  const change = { ...saved, updatedAt: now() };
  const { revision } = setting;
  // The same once more is no change that anybody has to hear of.
  const isNew = (Object.keys(saved) as (keyof typeof saved)[]).some((field) => saved[field] !== before[field]);
  const [row] = await tx.db
    .insert(portalSetting)
    .values({ clientId: tx.clientId, ...change })
    .onConflictDoUpdate({
      target: portalSetting.clientId,
      set: { ...change, revision: sql`${portalSetting.revision} + ${isNew ? 1 : 0}` },
      ...(revision == null ? {} : { setWhere: eq(portalSetting.revision, revision) }),
    })
    .returning({ revision: portalSetting.revision });
  if (!row) throw fault('CONFLICT', 'settingsChanged', {}, 'revision');
  await appendEvents(tx, [{ messageType: 'portalSettingChanged', payload: saved }]);
  return { ...saved, ...row };
}

/** @returns contact details as they are kept; what is wrong with them goes to `check`. */
function checkedContact(
  check: Check,
  wanted: { [Field in keyof PortalContact]?: string | null | undefined },
  before: PortalContact,
  country: string,
): PortalContact {
  const of = (field: keyof PortalContact, isRight: (text: string) => boolean, problem: 'notPhone' | 'noAddress' | 'webAddress') =>
    check(() => {
      const text = wanted[field]?.trim();
      if (text === undefined) return before[field];
      if (text === '') return null;
      if (text.length > 300 || !isRight(text)) throw invalid(field, problem);
      return text;
    }) ?? null;
  const isAddress = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';
  return {
    contactPhone: of('contactPhone', (text) => normalizePhone(text, country) !== null, 'notPhone'),
    contactEmail: of('contactEmail', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), 'noAddress'),
    complaintsUrl: of('complaintsUrl', isAddress, 'webAddress'),
    privacyUrl: of('privacyUrl', isAddress, 'webAddress'),
  };
}

/** @param at when it is made. @returns a link that nobody has opened, with the part of its address that opens it; only its digest is in the row. */
export function newLink(
  of: Pick<TinyLink, 'clientId' | 'accountId' | 'externalClaimRef' | 'viewerId'>,
  at: Instant,
  lives: number,
  address: string,
) {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const link: TinyLink = {
    ...of,
    linkId: uuidv7(),
    codeDigest: digestOf(code),
    createdAt: at,
    expiresAt: (at + lives) as Instant,
    revokedAt: null,
    failedTries: 0,
    lockedUntil: null,
    openedAt: null,
    opens: 0,
    domain: new URL(address).host,
  };
  return { url: `${address}/p/${of.clientId.slice(-8)}-${code}`, code, link };
}

export type MadeLink = ReturnType<typeof newLink>;

/** @throws Fault NOT_FOUND for an account or a claim that isn't there, or a claim of another account */
export async function requireLinkTarget(
  tx: Tx,
  input: { readonly accountId: Uuid; readonly externalClaimRef: string | null },
): Promise<void> {
  await requireAccount(tx, input.accountId);
  if (input.externalClaimRef !== null && (await findClaimAccountId(tx, input.externalClaimRef)) !== input.accountId)
    throw notFound('claimNotFound');
}

/**
 * Makes a link to an account's page; it lives as many days as the client's setting says. The address is given out once: only a digest of it is kept.
 * @param publicUrl where debtors reach this installation. @throws Fault NOT_FOUND
 */
export async function createTinyLink(
  tx: Tx,
  input: { readonly accountId: Uuid; readonly externalClaimRef: string | null; readonly publicUrl: string },
): Promise<MadeLink> {
  await requireLinkTarget(tx, input);
  const [made] = await createTinyLinks(tx, [input]);
  if (!made) throw notFound('accountNotFound');
  return made;
}

/**
 * Makes many links at once, for the messages of a batch; accounts and claims are taken as they are.
 * @param inputs outboxId: the message that carries the link. @returns them in the same order.
 */
export async function createTinyLinks(
  tx: Tx,
  inputs: readonly {
    readonly accountId: Uuid;
    readonly externalClaimRef: string | null;
    readonly publicUrl: string;
    readonly outboxId?: Uuid;
  }[],
): Promise<MadeLink[]> {
  const [first] = inputs;
  if (!first) return [];
  const { linkDays } = await readPortalSetting(tx);
  const at = now();
  const address = await readAddresses(
    tx,
    inputs.map(({ externalClaimRef }) => externalClaimRef),
    first.publicUrl,
  );
  const made = inputs.map(({ accountId, externalClaimRef, outboxId }) => {
    const of = { clientId: tx.clientId, accountId, externalClaimRef, viewerId: null };
    return { ...newLink(of, at, linkDays * DAY, address(externalClaimRef)), outboxId };
  });
  await tx.db.insert(tinyLink).values(made.map(({ link }) => link));
  await appendEvents(
    tx,
    made.map(({ link, outboxId }) => ({
      messageType: 'linkCreated',
      accountId: link.accountId,
      externalClaimRef: link.externalClaimRef,
      payload: { linkId: link.linkId, expiresAt: new Date(link.expiresAt).toISOString(), ...(outboxId ? { outboxId } : {}) },
    })),
  );
  return made;
}

/** @returns where the links of these claims start: on a claim's own domain, else on the client's. */
async function readAddresses(tx: Tx, refs: readonly (string | null)[], publicUrl: string): Promise<(ref: string | null) => string> {
  const domains = await readLinkDomains(
    tx,
    refs.flatMap((ref) => ref ?? []),
  );
  const { ownOrigins } = readConfig();
  const address = await linkAddresses(tx, { publicUrl, ownOrigins });
  return (ref) => address(domains.get(ref ?? ''));
}

/** @returns for each claim an address as long as its link's, which opens nothing: text messages are counted with it. */
export async function sampleLinks(tx: Tx, refs: readonly (string | null)[], publicUrl: string): Promise<string[]> {
  const address = await readAddresses(tx, refs, publicUrl);
  return refs.map((ref) => `${address(ref)}/p/${tx.clientId.slice(-8)}-${newCode()}`);
}

/** Ends living links of an account. @param linkIds those alone; null: all. @returns how many. */
export async function revokeLinks(tx: Tx, accountId: Uuid, linkIds: readonly Uuid[] | null = null): Promise<number> {
  await requireAccount(tx, accountId);
  const at = now();
  const rows = await tx.db
    .update(tinyLink)
    .set({ revokedAt: at })
    .where(
      and(
        eq(tinyLink.clientId, tx.clientId),
        eq(tinyLink.accountId, accountId),
        isNull(tinyLink.revokedAt),
        gt(tinyLink.expiresAt, at),
        linkIds === null ? undefined : inArray(tinyLink.linkId, linkIds.filter(isUuid)),
      ),
    )
    .returning({ linkId: tinyLink.linkId, viewerId: tinyLink.viewerId });
  const debtors = rows.filter(({ viewerId }) => viewerId === null).map(({ linkId }) => linkId);
  await appendEvents(tx, debtors.length === 0 ? [] : [{ messageType: 'linkRevoked', accountId, payload: { linkIds: debtors } }]);
  return debtors.length;
}

/** Counts that a browser opened a link. */
export async function countOpening(tx: Tx, linkId: Uuid): Promise<void> {
  await tx.prepared('update tiny_link set opens = opens + 1, opened_at = $3 where client_id = $1 and link_id = $2', [
    tx.clientId,
    linkId,
    isoInstant(now()),
  ]);
}

/** @returns a debtor's links to their account, newest first, at most 100. */
export async function listLinks(tx: Tx, accountId: Uuid): Promise<TinyLink[]> {
  return tx.db
    .select()
    .from(tinyLink)
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.accountId, accountId), isNull(tinyLink.viewerId)))
    .orderBy(desc(tinyLink.createdAt), desc(tinyLink.linkId))
    .limit(100);
}

/** @returns what a link is good for at this moment. */
export function linkStatus(link: TinyLink): 'active' | 'expired' | 'revoked' | 'locked' {
  if (link.revokedAt !== null) return 'revoked';
  if (link.expiresAt <= now()) return 'expired';
  return link.lockedUntil !== null && link.lockedUntil > now() ? 'locked' : 'active';
}

const linkRow = defineStatement((db, given) =>
  db
    .select()
    .from(tinyLink)
    .where(and(eq(tinyLink.clientId, given('clientId')), eq(tinyLink.codeDigest, given('codeDigest')))),
);

/** Finds the living link of an address, and says in the same transaction what is asked of it. @returns null for an address that is unknown, expired or revoked. */
export async function openLink<Result>(
  database: Database,
  address: string,
  say: (tx: Tx, link: TinyLink) => Promise<Result>,
): Promise<Result | null> {
  return lookUp(database, address, async (tx, link) => (['active', 'locked'].includes(linkStatus(link)) ? say(tx, link) : null));
}

/** @returns the clients that an address may be of: what stands first in it is the end of their ids. None for what is no address. */
export async function clientsOf(database: Database, address: string): Promise<Uuid[]> {
  const [, part] = ADDRESS.exec(address) ?? [];
  if (!part) return [];
  const { rows } = await database.identity.query<{ client_id: Uuid }>(
    'select client_id from published.client_key where right(client_id::text, 8) = $1',
    [part],
  );
  return rows.map(({ client_id }) => client_id);
}

/** Finds the link of an address, also one that has ended: who knows its code was sent it. @returns null for an unknown address. */
export const findLink = (database: Database, address: string): Promise<TinyLink | null> =>
  lookUp(database, address, async (_tx, link) => link);

async function lookUp<Result>(
  database: Database,
  address: string,
  say: (tx: Tx, link: TinyLink) => Promise<Result>,
): Promise<Result | null> {
  const [, , code] = ADDRESS.exec(address) ?? [];
  if (!code) return null;
  for (const clientId of await clientsOf(database, address)) {
    const said = await inClient(
      database,
      clientId,
      async (tx) => {
        const [[link]] = await Promise.all([linkRow(tx, { codeDigest: digestOf(code) }), settle(tx)]);
        return link ? { answer: await say(tx, link) } : null;
      },
      { readOnly: true, byKeys: true },
    );
    if (said) return said.answer;
  }
  return null;
}
