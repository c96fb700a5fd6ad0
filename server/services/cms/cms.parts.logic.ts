/** How many parts a text message takes: with the readers' real values and links as long as real ones. */
import { LISTS } from '../../../blocks/nodes.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { outsideGsm, smsLength } from '../../../core/sms.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { shareOf } from '../../platform/threads.ts';
import { claimsToSpeakOf } from '../account/contact/delivery.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { sampleLinks } from '../landing-page/landing-page.logic.ts';
import { checkContent, fillContents } from './cms.content.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { loadLists } from './cms.lists.logic.ts';
import { PREVIEW_LINK } from './cms.parts.ts';
import { readPlaceholders, valuesFor } from './cms.placeholders.logic.ts';
import { type PreviewInput, sourceOf } from './cms.preview.logic.ts';

/** Accounts that a message is counted for: so many with the longest names, which need the most room, and so many of the newest. */
const SAMPLE = 40;

/** What is known of a message's parts over many accounts. */
interface CountedParts {
  readonly accounts: number;
  /** The most that any of them would get. */
  readonly most: number;
  readonly shares: { segments: number; accounts: number }[];
  readonly outside: string[];
}

const NOTHING: CountedParts = { accounts: 0, most: 0, shares: [], outside: [] };

/**
 * Reads a sample of the client's accounts. @returns what counts the message for them, which needs no transaction and gives out none of their
 * values; a content with problems, or a client without accounts, counts nothing.
 */
export async function countMessageParts(tx: Tx, input: PreviewInput, config: Config): Promise<() => Promise<CountedParts>> {
  const source = sourceOf(input);
  const rows = await tx.sql<{ account_id: Uuid }>(
    `(select account_id from published.account where client_id = $1 order by length(debtor_name) desc, account_id limit ${SAMPLE})
     union (select account_id from published.account where client_id = $1 order by created_at desc, account_id limit ${SAMPLE})`,
    [tx.clientId],
  );
  const claims = await claimsToSpeakOf(
    tx,
    rows.map((row) => row.account_id),
  );
  const refs = [...claims].map(([accountId, externalClaimRef]) => ({ accountId, externalClaimRef }));
  const facts = await loadFacts(tx, refs, ['claim', 'account', 'debtor', 'product']);
  const known = [...facts];
  const links = await sampleLinks(
    tx,
    known.map(([externalClaimRef]) => externalClaimRef),
    config.publicUrl,
  );
  const asked = known.map(([externalClaimRef]) => ({ ...refs.find((each) => each.externalClaimRef === externalClaimRef)!, lists: LISTS }));
  const lists = await loadLists(tx, asked);
  const placeholders = await readPlaceholders(tx, 'sms');
  const [client, globals, share] = [await readClient(tx), await readGlobalPlaceholders(tx), shareOf(tx)];
  const readers = known.map(([, about], place) =>
    valuesFor({
      facts: about,
      locale: toLocale(source.locale),
      client,
      now: now(),
      lists: lists[place],
      strategyName: 'Reminder',
      globals,
      link: { ...PREVIEW_LINK, pay: links[place] ?? PREVIEW_LINK.pay },
    }),
  );
  return async () => {
    if (input.contentTemplateType !== 'sms' || readers.length === 0) return NOTHING;
    const { content } = await checkContent(share, source, 'sms', placeholders);
    if (!content) return NOTHING;
    const filled = await fillContents(
      share,
      readers.map((values) => ({ content, values, channel: 'sms', tracking: null })),
    );
    return sumUp(filled.flatMap((answer) => ('value' in answer ? [answer.value.text] : [])));
  };
}

function sumUp(texts: readonly string[]): CountedParts {
  const counts = new Map<number, number>();
  for (const text of texts) {
    const { segments } = smsLength(text);
    counts.set(segments, (counts.get(segments) ?? 0) + 1);
  }
  const shares = [...counts].map(([segments, accounts]) => ({ segments, accounts })).sort((one, other) => one.segments - other.segments);
  return { accounts: texts.length, most: shares.at(-1)?.segments ?? 0, shares, outside: outsideGsm(texts.join('')) };
}
