// What programs that use a model read first: `/llms.txt` names the pages (https://llmstxt.org). The server makes
// `/llms-full.txt` of them (api/public/documentation/texts.ts).
import type { ContentsGroup } from './contents.ts';
import { twinPathOf } from './documents.ts';

const HEAD = `# Posthorn

> An email delivery service that one runs oneself: transactional and marketing mail through a JSON API or SMTP, sent over
> plain SMTP, without a cloud account.

Agents call it by the Model Context Protocol at __BASE__/mcp ([lines for common programs](__BASE__/docs/agents.md)). Every page of
this documentation is Markdown at its address with \`.md\`. The API description is [OpenAPI](__BASE__/openapi.json).
`;

/** `/llms.txt`, with `__BASE__` instead of the path of PUBLIC_URL. @param leads first sentences, by file */
export function llmsText(groups: readonly ContentsGroup[], leads: ReadonlyMap<string, string>): string {
  const parts = groups.map(({ title, links }) => {
    const lines = links.map(({ file, title: name }) => {
      const lead = leads.get(file) ?? '';
      return `- [${name}](__BASE__${twinPathOf(file)})${lead === '' ? '' : `: ${firstSentence(lead)}`}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [HEAD, ...parts].join('\n');
}

/** A full stop in parentheses ends no sentence, nor does one in a name such as `CHANGELOG.md`. */
const FIRST_SENTENCE = /^(?:\([^)]*\)|[^(])*?[.!?](?=\s|$)/;

function firstSentence(text: string): string {
  return FIRST_SENTENCE.exec(text)?.[0] ?? text;
}
