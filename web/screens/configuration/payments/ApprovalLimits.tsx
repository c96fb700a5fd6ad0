import { Select } from '@mantine/core';
import { FIXED_ROLE } from '../../../../core/roles.ts';
import { useQuery } from '../../../shell/api.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AmountField } from './AmountField.tsx';
import { ClientRolesDocument } from './backoffice.graphql.ts';
import classes from './PaymentsScreen.module.css';
import { AddRow, RemoveRow } from './rows.tsx';
import type { TabProps } from './settings.ts';

const KINDS = ['writeOff', 'settlement', 'refund'] as const;

/** What each role may book without a second person; a role that is not listed has no limit. */
export function ApprovalLimits({ settings, errors, change }: Pick<TabProps, 'settings' | 'errors' | 'change'>) {
  const { t } = useTranslation('payments');
  const { clientId } = useWorkspace();
  const { data } = useQuery('backoffice', ClientRolesDocument, { clientId });
  const limits = settings.approvalLimits;
  const roleName = useRoleName();
  const free = (data?.getClientRoles ?? []).map(({ name }) => name).filter((name) => name !== FIXED_ROLE);
  const unused = free.filter((name) => !limits.some(({ role }) => role === name));
  const set = (index: number, part: Partial<(typeof limits)[number]>) =>
    change({ approvalLimits: limits.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <>
      <h3>{t('limits.approvals')}</h3>
      <p className={classes.intro}>{t('limits.approvalsDetail')}</p>
      {limits.map((each, index) => (
        <div key={each.role} className={classes.limits}>
          <Select
            label={t('limits.role')}
            allowDeselect={false}
            value={each.role}
            data={[each.role, ...unused].map((name) => ({ value: name, label: roleName(name) }))}
            error={errors[`approvalLimits.${index}.role`]}
            onChange={(role) => role && set(index, { role })}
          />
          {KINDS.map((kind) => (
            <AmountField
              key={kind}
              label={t(`limits.most.${kind}`)}
              placeholder={t('limits.noLimit')}
              amount={each[kind]}
              error={errors[`approvalLimits.${index}.${kind}`]}
              set={(amount) => set(index, { [kind]: amount })}
            />
          ))}
          <RemoveRow onRemove={() => change({ approvalLimits: limits.filter((_, at) => at !== index) })} />
        </div>
      ))}
      {unused[0] !== undefined && (
        <AddRow
          onAdd={() =>
            change({
              approvalLimits: [
                ...limits,
                { role: unused.includes('AGENT') ? 'AGENT' : (unused[0] ?? ''), writeOff: '50.00', settlement: '100.00', refund: '0.00' },
              ],
            })
          }
        >
          {t('limits.addRole')}
        </AddRow>
      )}
    </>
  );
}
