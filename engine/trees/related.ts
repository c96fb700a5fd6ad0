/** Variables whose values depend on each other: what is said about one restricts the other, in ways that the analysis doesn't know. */
const GROUPS: readonly (readonly string[])[] = [
  ['dueDate', 'externalDueDate', 'daysPastDue', 'originalClaimAge', 'todaysDate'],
  ['todaysDate', 'dayOfTheMonth', 'dayOfTheWeek', 'isHolidayInCountry'],
  ['debtorAge', 'debtorBirthday', 'todaysDate'],
  ['claimAmount', 'claimBalance', 'totalFees', 'account.balance', 'currency'],
  ['daysInExecution', 'originalDaysInExecution'],
  ['claimReference', 'account.oldestClaimReference'],
  ['product.code', 'product.name', 'product.type', 'product.productReference'],
  ['postalCode', 'city', 'country'],
  ['debtorType', 'debtorFirstName', 'debtorLastName', 'debtorTitle', 'debtorGender', 'debtorBirthday', 'debtorAge', 'debtorCompanyName'],
  ['lastCommunicationDate', 'lastDebtorEmailOpened'],
];

/** @returns one of the variables that depends on another one of them; null when each stands for itself. */
export function relatedOf(variables: readonly string[]): string | null {
  for (const group of GROUPS) {
    const found = variables.filter((variable) => group.includes(variable));
    if (found.length > 1) return found[0]!;
  }
  return null;
}
