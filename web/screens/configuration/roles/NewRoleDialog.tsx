import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ROLE_TYPES } from '../../../../core/roles.ts';
import { permissionsOf, rightsOf } from '../../../../core/roleTicks.ts';
import { useMutation } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { type RoleFragment, SaveRoleDocument } from './backoffice.graphql.ts';

/**
 * Asks for a name and where to begin: a role is made as a copy of another one, or with nothing.
 * @param taken every name that is given, of roles that are not offered too.
 */
export default function NewRoleDialog(props: { roles: readonly RoleFragment[]; taken: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['roles', 'ui']);
  const navigate = useNavigate();
  const roleName = useRoleName();
  const { clientId, access } = useWorkspace();
  const [name, setName] = useState('');
  const [source, setSource] = useState<string | null>('AGENT');
  const [roleType, setRoleType] = useState<string>('WORK');
  const [refusal, setRefusal] = useState<unknown>(null);
  const [save, busy] = useMutation('backoffice', SaveRoleDocument);
  const fault = faultsOf(refusal).find((each) => each.field === 'role.name');
  const taken = props.taken.some((each) => each.toLowerCase() === name.trim().toLowerCase());

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || taken) return;
    const from = props.roles.find((role) => role.name === source);
    try {
      const permissions = permissionsOf(rightsOf(from?.permissions ?? []));
      const { saveClientRole: made } = await save({ clientId, role: { name: name.trim(), roleType, permissions, updatedAt: null } });
      if (!made) throw new Error(t('problem'));
      toastSuccess(t('new.done', { name: made.name }));
      void navigate(paths.role(clientId, made.name));
    } catch (error) {
      setRefusal(error);
    }
  }
  return (
    <Modal opened onClose={props.onClose} title={t('new.title')} size={420}>
      <form onSubmit={submit}>
        <Stack gap={14}>
          <TextInput
            data-autofocus
            label={t('new.name')}
            description={t('new.nameDetail')}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={taken ? t('new.taken') : fault && <FaultText fault={fault} />}
          />
          <Select
            label={t('new.from')}
            data={props.roles.map((role) => ({ value: role.name, label: roleName(role.name) }))}
            value={source}
            onChange={setSource}
            clearable
            placeholder={t('new.nothing')}
          />
          {access.isOn('USER_ROLE_TYPES') && (
            <Select
              label={t('columns.type')}
              data={ROLE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
              value={roleType}
              allowDeselect={false}
              onChange={(value) => value && setRoleType(value)}
            />
          )}
          {refusal !== null && !fault && <ErrorNote error={refusal} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={props.onClose}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === '' || taken}>
              {t('new.button')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
