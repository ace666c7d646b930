// With `?write=yes` the visual editor of templates, what it makes, and a document that comes from elsewhere, for those who change
// it and for the tests. Pasting needs the policy of the page of the editor: come from there.
import { useState } from 'react';
import { Button } from '../design/controls/button.tsx';
import { Checkbox } from '../design/fields/checkbox.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { Json } from '../design/text/json.tsx';
import type { EditedSource } from '../resources/templates/editor/source-editor.ts';
import { newDocument } from '../resources/templates/write/document/document.ts';
import { toEmail } from '../resources/templates/write/to-email/to-email.ts';

const WriteEditor = loadedLater(() =>
  import('../resources/templates/write/write-editor.tsx').then((it) => it.WriteEditor),
).Component;
const NAMES = ['NAME', 'PLAN', 'FIRST_NAME', 'contact.properties.city'];
const EMPTY: EditedSource = { editor: 'write', document: null, html: '', text: null };
const THEIRS = {
  ...newDocument(),
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Written elsewhere.' }] }],
};

/** The editor and what it makes. */
export function WriteWork() {
  const [source, setSource] = useState(EMPTY);
  const [isReadOnly, setReadOnly] = useState(false);
  return (
    <Section title="The visual editor of templates">
      <Stack gap={4}>
        <WriteEditor source={source} names={NAMES} isReadOnly={isReadOnly} onChange={setSource} />
        <Checkbox label="Read only" isSelected={isReadOnly} onChange={setReadOnly} />
        <Button onPress={() => setSource({ editor: 'write', document: THEIRS, ...toEmail(THEIRS) })}>
          Take over a change
        </Button>
        <CodeBlock label="Text" code={source.text ?? 'Made from the html'} />
        <Json label="Document" value={source.document} />
        <CodeBlock label="HTML" code={source.html} />
      </Stack>
    </Section>
  );
}
