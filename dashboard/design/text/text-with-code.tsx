// A sentence of the API: what it has between backticks, such as a field or a command, is drawn as code.
import { Code } from './code.tsx';

export function TextWithCode({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, index) => {
    if (index % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name.
    return <Code key={index}>{part}</Code>;
  });
}
