import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { DOCUMENT_TYPES } from '../../../../core/fileTypes.ts';
import { WHATSAPP_CATEGORIES, WHATSAPP_MOST, type WhatsappButton, type WhatsappTemplate } from '../../../../core/whatsapp.ts';
import { PictureField } from '../../../content/editor/PictureField.tsx';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { PieceField } from './PieceField.tsx';
import classes from './Pieces.module.css';
import { usePieceTools } from './pieces.ts';

const HEADERS = ['none', 'text', 'image', 'document'] as const;
const NEW_BUTTON = {
  url: { kind: 'url', label: '', address: '{{ link.pay }}' },
  phone: { kind: 'phone', label: '', number: '+' },
  reply: { kind: 'reply', label: '' },
} as const satisfies Record<WhatsappButton['kind'], WhatsappButton>;

/** A WhatsApp template in one language: header, text, footer and buttons. */
export function WhatsappFields({ value, onChange }: { value: WhatsappTemplate; onChange: (value: WhatsappTemplate) => void }) {
  const { t, find } = useTranslation(['channels', 'files']);
  const { readOnly } = usePieceTools();
  const put = (part: Partial<WhatsappTemplate>) => onChange({ ...value, ...part });
  const { header, buttons } = value;
  const count = (kind: WhatsappButton['kind']) => buttons.filter((each) => each.kind === kind).length;
  const free = (['url', 'phone', 'reply'] as const).filter(
    (kind) => kind === 'reply' || count(kind) < WHATSAPP_MOST[kind === 'url' ? 'url' : 'phone'],
  );
  return (
    <div className={classes.fields}>
      <Select
        label={t('whatsapp.category')}
        description={t(`whatsapp.categoryDetail.${value.category}`)}
        data={WHATSAPP_CATEGORIES.map((each) => ({ value: each, label: t(`whatsapp.categoryName.${each}`) }))}
        value={value.category}
        allowDeselect={false}
        readOnly={readOnly}
        onChange={(category) => put({ category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY' })}
      />
      <fieldset className={classes.group}>
        <legend>{t('whatsapp.header')}</legend>
        <SegmentedControl
          aria-label={t('whatsapp.header')}
          data={HEADERS.map((kind) => ({ value: kind, label: t(`whatsapp.headerKind.${kind}`) }))}
          value={header.kind}
          readOnly={readOnly}
          onChange={(kind) => {
            const made = {
              none: { kind: 'none' },
              text: { kind: 'text', text: '' },
              image: { kind: 'image', address: '' },
              document: { kind: 'document', documentType: 'INVOICE' },
            } as const;
            put({ header: made[kind as (typeof HEADERS)[number]] });
          }}
        />
        {header.kind === 'text' && (
          <PieceField
            field="header"
            label={t('whatsapp.headerText')}
            value={header.text}
            onChange={(text) => put({ header: { kind: 'text', text } })}
          />
        )}
        {header.kind === 'image' && (
          <PictureField
            label={t('whatsapp.headerPicture')}
            value={header.address}
            onChange={(address) => put({ header: { kind: 'image', address } })}
          />
        )}
        {header.kind === 'document' && (
          <Select
            label={t('whatsapp.headerDocument')}
            description={t('whatsapp.headerDocumentDetail')}
            data={[...new Set<string>([...DOCUMENT_TYPES, header.documentType])].map((value) => ({
              value,
              label: find(`files:type.${value}`) ?? value,
            }))}
            value={header.documentType}
            allowDeselect={false}
            readOnly={readOnly}
            onChange={(documentType) => documentType && put({ header: { kind: 'document', documentType } })}
          />
        )}
      </fieldset>
      <PieceField
        field="body"
        label={t('whatsapp.body')}
        description={t('whatsapp.bodyDetail')}
        rows={6}
        value={value.body}
        onChange={(body) => put({ body })}
      />
      <PieceField
        field="footer"
        label={t('whatsapp.footer')}
        maxLength={WHATSAPP_MOST.footer}
        value={value.footer}
        onChange={(footer) => put({ footer })}
      />
      <fieldset className={classes.group}>
        <legend>{t('whatsapp.buttons')}</legend>
        {buttons.map((button, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button has no name of its own
          <div key={at} className={classes.row}>
            <PieceField
              field={`buttons.${at}.label`}
              label={t(`whatsapp.button.${button.kind}`)}
              maxLength={WHATSAPP_MOST.label}
              value={button.label}
              onChange={(label) => put({ buttons: buttons.with(at, { ...button, label }) })}
            />
            {button.kind === 'url' && (
              <PieceField
                field={`buttons.${at}.address`}
                label={t('whatsapp.address')}
                value={button.address}
                onChange={(address) => put({ buttons: buttons.with(at, { ...button, address }) })}
              />
            )}
            {button.kind === 'phone' && (
              <PieceField
                field={`buttons.${at}.number`}
                label={t('whatsapp.number')}
                value={button.number}
                onChange={(number) => put({ buttons: buttons.with(at, { ...button, number }) })}
              />
            )}
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('whatsapp.removeButton', { name: button.label || String(at + 1) })}
                onClick={() => put({ buttons: buttons.toSpliced(at, 1) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        ))}
        {!readOnly && buttons.length < WHATSAPP_MOST.buttons && (
          <ButtonMenu
            position="bottom-start"
            button={
              <Button variant="default" size="xs" leftSection={<IconPlus size={14} />}>
                {t('whatsapp.addButton')}
              </Button>
            }
            choices={free.map((kind) => ({
              key: kind,
              label: t(`whatsapp.button.${kind}`),
              onChoose: () => put({ buttons: [...buttons, NEW_BUTTON[kind]] }),
            }))}
          />
        )}
      </fieldset>
    </div>
  );
}
