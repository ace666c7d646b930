// HTML that one types, as a document in a frame; it is posted, so it needs a session.
import { useState } from 'react';
import { asksForRemoteContent } from '../../shared/contract/emails/remote-content.ts';
import { DocumentFrame } from '../design/data/document-frame.tsx';
import { TextArea } from '../design/fields/text-area.tsx';
import { Section } from '../design/layout/section.tsx';
import { Stack } from '../design/layout/stack.tsx';

const HTML = `<h1>Hello Ana</h1>
<p>Your order has left. <a href="https://example.com">Follow it</a>.</p>`;

export function Documents() {
  const [html, setHtml] = useState(HTML);
  return (
    <Section title="Documents">
      <Stack gap={4}>
        <TextArea label="HTML to show" value={html} onChange={setHtml} rows={5} isMono />
        <DocumentFrame
          label="The HTML above"
          isRemote={asksForRemoteContent(html)}
          posted={{ address: '/frames/document', fields: { html } }}
        />
      </Stack>
    </Section>
  );
}
