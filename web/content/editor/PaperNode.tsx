import { IconPhoto, IconQrcode } from '@tabler/icons-react';
import type { Node } from '../../../blocks/nodes.ts';
import { WINDOWS } from '../../../blocks/windows.ts';
import { useTranslation } from '../../ui/texts.ts';
import type { Drawn } from './drawn.ts';
import classes from './PaperNode.module.css';
import { useSurroundings } from './surroundings.ts';
import { TextPlace } from './TextPlace.tsx';
import { lineView } from './text/RichView.tsx';

type PaperNodes = Extract<Node, { node: 'letterhead' | 'pageBreak' | 'pageFooter' | 'paymentPart' }>;

/** What only letters have, about as it is printed: the preview is the PDF itself. */
export function PaperNode({ node, drawn }: { node: PaperNodes; drawn: Drawn }) {
  const { t } = useTranslation('editor');
  switch (node.node) {
    case 'letterhead':
      return <Letterhead node={node} drawn={drawn} />;
    case 'pageBreak':
      return <div className={classes.break}>{t('paper.newPage')}</div>;
    case 'pageFooter':
      return (
        <div className={classes.footer}>
          <TextPlace drawn={drawn} place={node.place} text={node.text} line={null} />
        </div>
      );
    case 'paymentPart':
      return (
        <div className={classes.bill}>
          <IconQrcode size={40} stroke={1} aria-hidden="true" />
          <p>{t('paper.bill')}</p>
        </div>
      );
  }
}

function Letterhead({ node, drawn }: { node: Extract<Node, { node: 'letterhead' }>; drawn: Drawn }) {
  const { t } = useTranslation('editor');
  const { options, textOf } = useSurroundings();
  const { logo, logoWidth, name } = options.brand;
  const { address } = WINDOWS[node.window];
  return (
    <div className={classes.head}>
      <div style={{ textAlign: node.logo }}>
        {logo.startsWith('/') ? (
          <img src={logo} alt={name} width={logoWidth} className={classes.logo} />
        ) : logo === '' ? (
          <strong>{name || textOf({ tag: 'account.creditor', format: 'plain', fallback: '' })}</strong>
        ) : (
          <IconPhoto size={18} aria-hidden="true" />
        )}
      </div>
      <div className={classes.below}>
        <div className={classes.window} style={{ aspectRatio: `${address.width} / ${address.height + 5}` }}>
          <div className={classes.sender}>
            <TextPlace drawn={drawn} place={{ field: 'sender', kind: 'line' }} text={null} line={node.sender} />
          </div>
          <div className={classes.address} title={t('paper.window')}>
            {lineView(node.address, textOf)}
          </div>
        </div>
        <div className={classes.aside}>
          <table>
            <tbody>
              {node.facts.map(([label, value], at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are told by their place
                <tr key={at}>
                  <td>{lineView(label, textOf)}</td>
                  <td>{lineView(value, textOf)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <TextPlace drawn={drawn} place={{ field: 'contact', kind: 'rich' }} text={node.contact} line={null} />
        </div>
      </div>
    </div>
  );
}
