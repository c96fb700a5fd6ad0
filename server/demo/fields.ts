/** What the demo's client keeps of accounts and claims beside the product's own fields: a field of each kind. */
import type { MetadataSchemaType, MetaField } from '../../core/metadata.ts';

export const DEMO_FIELDS: readonly (readonly [MetadataSchemaType, Readonly<Record<string, MetaField>>])[] = [
  [
    'account',
    {
      bestTime: { type: 'string', title: 'Best time to call', enum: ['Morning', 'Afternoon', 'Evening'] },
      vulnerable: { type: 'boolean', title: 'Vulnerable customer' },
      householdIncome: { type: 'number', title: 'Household income', format: 'CURRENCY', mininum: 0 },
      householdSize: { type: 'number', title: 'People in the household', mininum: 1, maximum: 30 },
      movedIn: { type: 'string', title: 'Moved in', format: 'DATE' },
    },
  ],
  [
    'claim',
    {
      meter: { type: 'string', title: 'Meter number' },
      readOn: { type: 'string', title: 'Meter read on', format: 'DATE' },
    },
  ],
];
