/**
 * Whether it is the debtor who is on the telephone. Until that is sure nothing may be said about the debt: Regulation F, 12 CFR 1006.6(d), in the
 * United States, Article 5(1)(f) GDPR in Europe.
 */

/** What a debtor may be asked for besides the name; the client chooses among them. */
export const RIGHT_PARTY_FACTS = ['birthDate', 'address', 'reference'] as const;
export type RightPartyFact = (typeof RIGHT_PARTY_FACTS)[number];

/** The name is always asked for. */
export const RIGHT_PARTY_NAME = 'name';
/** How many facts besides the name tell somebody from everybody else of that name. */
export const RIGHT_PARTY_NEEDED = 2;

/** Digits or letters of the reference that are asked for. */
const ENDING = 4;

/** @returns what of a reference the debtor is asked for: its last four letters and digits. */
export const referenceEnding = (reference: string): string => reference.replace(/[^\p{L}\p{N}]/gu, '').slice(-ENDING);

/** What is known of the debtor whom a call is for. */
export interface KnownDebtor {
  readonly birthday: string | null | undefined;
  readonly street: string | null | undefined;
  readonly postalCode: string | null | undefined;
  readonly reference: string;
}

/** @param chosen by the client. @returns the facts that can be asked for, in the client's order: those that are known. */
export function askableFacts(chosen: readonly string[], debtor: KnownDebtor): RightPartyFact[] {
  const known: Readonly<Record<RightPartyFact, unknown>> = {
    birthDate: debtor.birthday,
    address: debtor.street?.trim() || debtor.postalCode?.trim(),
    reference: referenceEnding(debtor.reference),
  };
  return RIGHT_PARTY_FACTS.filter((fact) => chosen.includes(fact) && known[fact]);
}

/** @param askable of askableFacts. @param checked what the debtor has told, by name. @returns whether it is the debtor. */
export function isRightParty(askable: readonly string[], checked: readonly string[]): boolean {
  const told = askable.filter((fact) => checked.includes(fact)).length;
  return checked.includes(RIGHT_PARTY_NAME) && told >= Math.min(RIGHT_PARTY_NEEDED, askable.length);
}
