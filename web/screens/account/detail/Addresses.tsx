import { IconAddressBook, IconMapPin } from '@tabler/icons-react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import classes from './ContactList.module.css';

type Debtor = Account['debtors'][number];
type Address = Debtor['contactInformation']['additionalAddresses'][number];

/** @returns an address in one line, with all that is known of it; empty when nothing is. */
function addressLine(address: Address, country: (code: string) => string): string {
  const words = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  return [
    words(address.addressLine1, address.houseNumber),
    address.addressLine2,
    address.addressLine3,
    address.suburb,
    words(address.postalCode, address.city),
    address.state,
    address.country && country(address.country),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Where a debtor lives, further addresses and ways to reach them, as they were noted. */
export function Addresses({ debtor }: { debtor: Debtor }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { additionalAddresses, additionalContactInformation } = debtor.contactInformation;
  const addresses = [debtor.contactInformation, ...additionalAddresses]
    .map((each) => addressLine(each, format.country))
    .filter((line, at, all) => line !== '' && all.indexOf(line) === at);
  return (
    <>
      {addresses.map((address) => (
        <li key={address} className={classes.line}>
          <IconMapPin size={16} stroke={1.6} aria-label={t('contact.address')} className={classes.icon} />
          <span className={classes.value}>{address}</span>
        </li>
      ))}
      {additionalContactInformation.map((each) => (
        <li key={`${each.type} ${each.value}`} className={classes.line}>
          <IconAddressBook size={16} stroke={1.6} aria-hidden="true" className={classes.icon} />
          <span className={classes.value}>{[each.type, each.value, each.note].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </>
  );
}
