import type { Account } from './account.ts';

type Debtor = Account['debtors'][number];
export type State = Debtor['phones'][number]['contactPhoneNumberState'];

/** A way to reach a debtor. */
export interface Point {
  readonly externalDebtorRef: string;
  readonly kind: string;
  readonly value: string;
  /** As people read it. */
  readonly shown: string;
  readonly state: State;
}

/** @returns the ways to reach a debtor, e-mail addresses first. */
export function pointsOf({ externalDebtorRef, emails, phones }: Debtor): Point[] {
  return [
    ...emails.map((each) => ({ externalDebtorRef, kind: 'email', value: each.email, shown: each.email, state: each.emailState })),
    ...[...phones]
      .sort((a, b) => a.type.localeCompare(b.type) * -1)
      .map((each) => ({
        externalDebtorRef,
        kind: each.type,
        value: each.contactPhoneNumber,
        shown: each.formatted,
        state: each.contactPhoneNumberState,
      })),
  ];
}
