import { MultiSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import { EVENT_TYPES } from '../../../../core/events/catalogue.ts';
import type { RightPartyFact } from '../../../../core/rightParty.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Part } from './draft.ts';

const FACTS = Object.keys({ birthDate: 0, address: 0, reference: 0 } satisfies Record<RightPartyFact, 0>) as RightPartyFact[];
const GROUPS = Object.keys(EVENT_TYPES) as (keyof typeof EVENT_TYPES)[];

/** What a conversation may end with, and what reaction rules may listen to and do. */
export function ContactFields({ draft, change, refused }: Part) {
  const { t } = useTranslation('general');
  const typeName = useTypeName();
  return (
    <>
      <Section title={t('outcomes.title')} aside={t('outcomes.aside')}>
        <Rows
          rows={draft.contactOutcomes}
          onChange={(contactOutcomes) => change({ contactOutcomes })}
          columns="220px minmax(0, 1fr)"
          nameOf={(outcome) => outcome.category}
          add={t('outcomes.add')}
          fresh={{ category: '', resolutions: [] }}
          line={(outcome, put, index) => (
            <>
              <TextInput
                aria-label={t('outcomes.category')}
                placeholder={t('outcomes.category')}
                maxLength={60}
                value={outcome.category}
                onChange={(event) => put({ category: event.currentTarget.value })}
                error={refused(`contactOutcomes.${index}.category`)}
              />
              <TagsInput
                aria-label={t('outcomes.resolutions')}
                placeholder={t('outcomes.resolutions')}
                value={[...outcome.resolutions]}
                onChange={(resolutions) => put({ resolutions })}
                error={refused(`contactOutcomes.${index}.resolutions`)}
              />
            </>
          )}
        />
      </Section>
      <Section title={t('rightParty.title')} aside={t('rightParty.aside')}>
        <MultiSelect
          aria-label={t('rightParty.title')}
          data={FACTS.map((value) => ({ value, label: t(`rightParty.${value}`) }))}
          value={[...draft.rightPartyFacts]}
          onChange={(rightPartyFacts) => change({ rightPartyFacts })}
          error={refused('rightPartyFacts')}
        />
      </Section>
      <Section title={t('reactions.title')}>
        <Switch
          label={t('reactions.allEvents')}
          checked={draft.allowedEvents === null}
          onChange={(event) => change({ allowedEvents: event.currentTarget.checked ? null : [] })}
        />
        {draft.allowedEvents !== null && (
          <MultiSelect
            mt={10}
            label={t('reactions.events')}
            searchable
            data={GROUPS.map((group) => ({
              group: t(`reactions.group.${group}`),
              items: EVENT_TYPES[group].map((value) => ({ value, label: typeName(value) })),
            }))}
            value={[...draft.allowedEvents]}
            onChange={(allowedEvents) => change({ allowedEvents })}
            error={refused('allowedEvents')}
          />
        )}
        <Switch
          mt={14}
          label={t('reactions.allReactions')}
          checked={draft.allowedReactions === null}
          onChange={(event) => change({ allowedReactions: event.currentTarget.checked ? null : [] })}
        />
        {draft.allowedReactions !== null && (
          <TagsInput
            mt={10}
            label={t('reactions.reactions')}
            value={[...draft.allowedReactions]}
            onChange={(allowedReactions) => change({ allowedReactions })}
            error={refused('allowedReactions')}
          />
        )}
      </Section>
    </>
  );
}
