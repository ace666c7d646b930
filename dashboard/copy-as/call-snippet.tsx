// A call to run from a terminal or a program: curl, the command line, Node, each to copy.
import { useState } from 'react';
import { API_URL } from '../api/base.ts';
import type { InputOf, OperationId } from '../api/request.ts';
import { Tabs } from '../design/controls/tabs.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { copiedCall } from './copied-call.ts';
import { withInstall } from './with-install.ts';

interface CallSnippetProps<Id extends OperationId> {
  /** The effect of the call: "Send an email". */
  label: string;
  operation: Id;
  input: InputOf<Id>;
  /** A key that is on the screen anyway; without it the snippet reads POSTHORN_API_KEY. */
  apiKey?: string | undefined;
}

const WAYS = [
  { id: 'curl', label: 'curl' },
  { id: 'cli', label: 'CLI' },
  { id: 'node', label: 'Node' },
] as const;

/** The texts of a call, one at a time. */
export function CallSnippet<Id extends OperationId>(props: CallSnippetProps<Id>) {
  const { label, operation, input, apiKey } = props;
  const [selected, setSelected] = useState<string>('curl');
  const texts = copiedCall(API_URL, operation, input, { apiKey });
  const way = WAYS.find(({ id }) => id === selected) ?? WAYS[0];
  return (
    <Tabs label={label} tabs={WAYS} selected={way.id} onSelect={setSelected}>
      <CodeBlock
        label={`${label} with ${way.label}`}
        code={way.id === 'cli' ? withInstall(texts.cli ?? '') : (texts[way.id] ?? '')}
      />
    </Tabs>
  );
}
