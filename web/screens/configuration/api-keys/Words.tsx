import { Fragment, type ReactNode } from 'react';

/** `code` and **strong** within a line. */
const inline = (text: string): ReactNode[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    const key = `${index} ${part}`;
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return <Fragment key={key}>{part}</Fragment>;
  });

/** What the description says in Markdown, of which it uses paragraphs, one heading, numbered lists, code and strong words. Always in English. */
export function Words({ text }: { text: string }) {
  return (
    <div lang="en">
      {text.split('\n\n').map((block) => {
        if (block.startsWith('## ')) return <h2 key={block}>{block.slice(3)}</h2>;
        const items = block.split(/\n?(?=^\d+\. )/m).filter((each) => /^\d+\. /.test(each));
        if (items.length === 0) return <p key={block}>{inline(block)}</p>;
        return (
          <ol key={block}>
            {items.map((item) => (
              <li key={item}>{inline(item.replace(/^\d+\. /, ''))}</li>
            ))}
          </ol>
        );
      })}
    </div>
  );
}
