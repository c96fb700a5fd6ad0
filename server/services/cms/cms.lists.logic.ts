/** What messages can repeat: the open claims of an account, and the instalments of its plan. Templates write `{% for item in claims %}`. */
import type { List } from '../../../blocks/nodes.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { type CalendarDate, daysBetween } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { loadOpenClaims, type OpenClaim } from '../account/claim/openClaims.logic.ts';
import { loadPlannedInstalments, type PlannedInstalment } from '../finance/agreement/planned.logic.ts';
import { amountFigure, dayFigure } from './cms.figures.ts';

/** Entries that a message may have of each list. */
const MOST = 100;

/** The lists of one message; one that its template doesn't use is empty. */
export interface Lists {
  readonly claims: readonly OpenClaim[];
  readonly instalments: readonly PlannedInstalment[];
}

interface Asked {
  readonly accountId: Uuid;
  /** The claim that the message speaks of. */
  readonly externalClaimRef: string;
  readonly lists: readonly List[];
}

/** Loads what messages list: one statement a list, however many messages. @returns the lists of each, in the same order. */
export async function loadLists(tx: Tx, asked: readonly Asked[]): Promise<Lists[]> {
  const using = (list: List) => asked.filter(({ lists }) => lists.includes(list));
  const claims = await loadOpenClaims(
    tx,
    using('claims').map(({ accountId }) => accountId),
    MOST,
  );
  const instalments = await loadPlannedInstalments(tx, using('instalments'), MOST);
  return asked.map(({ accountId, externalClaimRef, lists }) => ({
    claims: (lists.includes('claims') && claims.get(accountId)) || [],
    instalments: (lists.includes('instalments') && instalments.get(externalClaimRef)) || [],
  }));
}

/** @returns the lists as templates repeat them. @param today at the client. */
export function listValues({ claims, instalments }: Lists, locale: Locale, today: CalendarDate) {
  return {
    claims: claims.map((each) => {
      const due = each.externalDueDate ?? each.dueDate;
      return {
        reference: each.externalClaimRef,
        product: each.productName ?? '',
        amount: amountFigure(each.amount, each.currency, locale),
        fees: amountFigure(each.totalFees, each.currency, locale),
        balance: amountFigure(each.balance, each.currency, locale),
        dueDate: dayFigure(each.dueDate, locale),
        daysPastDue: due ? Math.max(0, daysBetween(due, today)) : 0,
      };
    }),
    instalments: instalments.map(({ position, amount, currency, dueDate, status }) => ({
      number: position,
      amount: amountFigure(amount, currency, locale),
      dueDate: dayFigure(dueDate, locale),
      status,
    })),
  };
}
