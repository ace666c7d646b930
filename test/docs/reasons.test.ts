// Every reason of an email's event is in the table of docs/reference/delivery.md, and the table has no other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { EMAIL_EVENT_REASONS } from '../../shared/contract/emails/reasons.ts';
import { EMAIL_CAUSED_EVENT_TYPES } from '../../shared/contract/emails/values.ts';
import { ROOT } from '../support/documents/root.ts';

describe('The reasons of events', () => {
  it('are in the table of docs/reference/delivery.md, one row each', () => {
    const document = readFileSync(path.join(ROOT, 'docs/reference/delivery.md'), 'utf8');
    const rows = [...document.matchAll(/^\| `(?<reason>[a-z0-9_]+)` \| `(?<type>[a-z_]+)` \|/gm)];
    expect(rows.map(({ groups }) => groups?.['reason'])).to.have.members(Object.keys(EMAIL_EVENT_REASONS));
    expect([...new Set(rows.map(({ groups }) => groups?.['type']))]).to.have.members([
      ...EMAIL_CAUSED_EVENT_TYPES,
    ]);
  });
});
