/** What screens call a person: first name, middle initial and family name; the e-mail address of one who has no name. */
export function displayName(person: { name: string; middleName: string; familyName: string; email: string }): string {
  const initial = [...person.middleName.trim()][0];
  const parts = [person.name.trim(), initial ? `${initial.toUpperCase()}.` : '', person.familyName.trim()];
  return parts.filter((part) => part !== '').join(' ') || person.email;
}
