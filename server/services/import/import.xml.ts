/** XML in pieces, as the parts of a workbook are written: no document types, no entities of one's own. */
import sax from 'sax';
import { words } from '../../../core/fault.ts';
import { BadArchive } from '../../platform/unzip.ts';

export interface XmlListener {
  /** @param name without the prefix of its namespace. @param attributes by the names that they have in the file. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** A text may come in several pieces. */
  text?(text: string): void;
}

const local = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);
const damaged = () => new BadArchive('broken', words('archiveNoXml'));

/** Tells a listener what stands in bytes that come in pieces. @throws BadArchive, and what the listener throws. */
export class XmlReader {
  private readonly parser = sax.parser(true, { position: false });
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(listener: XmlListener) {
    const { parser } = this;
    parser.onopentag = (tag) => listener.open(local(tag.name), tag.attributes);
    parser.onclosetag = (name) => listener.close(local(name));
    parser.ontext = (text) => listener.text?.(text);
    parser.oncdata = (text) => listener.text?.(text);
    parser.onerror = () => {
      throw damaged();
    };
    parser.ondoctype = () => {
      throw damaged();
    };
  }

  push(piece: Buffer): void {
    this.parser.write(this.decode(piece));
  }

  end(): void {
    this.parser.write(this.decode()).close();
  }

  private decode(piece?: Buffer): string {
    try {
      return this.decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw damaged();
    }
  }
}

/** Reads a whole part. @returns whether there was anything to read. */
export async function readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<boolean> {
  const reader = new XmlReader(listener);
  let any = false;
  for await (const piece of pieces) {
    any = true;
    reader.push(piece);
  }
  if (any) reader.end();
  return any;
}
