// POST /segments/preview (docs/reference/segments.md#post-segmentspreview).
import { expect } from 'chai';
import { listContacts } from '../../../shared/resources/audience/contacts/list.ts';
import { countFilter, previewSegment } from '../../../shared/resources/audience/segment-previews/preview.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createAudience,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import { failureOf } from '../../support/failure-of.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const NAMED = { type: 'rule', field: 'contact.first_name', operator: 'exists' } as const;
const ALL = { type: 'rule', field: 'contact.email', operator: 'exists' } as const;

describe('POST /segments/preview', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const preview = (body?: object) => owner.api.post('/segments/preview').send(body);

  it('Counts the contacts that meet a filter and shows the newest ten of them.', async () => {
    await owner.add('nobody@x.dev');
    for (let number = 1; number <= 12; number += 1) {
      await owner.add(`${number}@x.dev`, { first_name: 'Bo', properties: {} });
      if (number === 3) {
        const few = await preview({ filter: NAMED });
        expect([few.body.count, few.body.contacts.length]).to.deep.equal([3, 3]);
      }
    }
    await owner.add('unnamed@x.dev');
    const { status, body } = await preview({ filter: NAMED });
    expect([status, body.object, body.count]).to.deep.equal([200, 'segment_preview', 12]);
    const listed = (await owner.read('/contacts?limit=11')).data.slice(1);
    expect(body.contacts).to.deep.equal(listed);
    const rows = await app.pool.query('SELECT FROM segments WHERE account_id = $1', [owner.accountId]);
    expect(rows.rowCount).to.equal(0);
  });

  it('Previews a filter in the default audience when the request names none, and rejects an unknown audience with not_found 404.', async () => {
    const { id } = await createAudience(app.pool, owner.accountId);
    await owner.add('bo@x.dev');
    await owner.add('cy@x.dev', { audience_id: id });
    for (const [audience_id, email] of [
      [undefined, 'bo@x.dev'],
      [null, 'bo@x.dev'],
      [id.toUpperCase(), 'cy@x.dev'],
    ]) {
      const { body } = await preview({ filter: ALL, audience_id });
      expect([body.count, body.contacts[0].email]).to.deep.equal([1, email]);
    }
    const foreign = await createAudience(app.pool, (await createContactOwner(app)).accountId);
    const segment = await createSegment(app.pool, owner.accountId);
    for (const audience_id of [UNKNOWN_ID, foreign.id, segment.id]) {
      const answer = await preview({ filter: ALL, audience_id });
      expect(expectError(answer, 404, 'not_found')).to.equal('Audience not found.');
    }
    expectError(await preview({ filter: ALL, audience_id: 'none' }), 422, 'validation_error');
  });

  it('Rejects a preview, and a page of a dynamic segment, that takes more than 20 s with contacts_timeout 503.', async () => {
    const { accountId } = owner;
    const audienceId = await defaultAudienceOf(app.pool, accountId);
    const tree = {
      type: 'rule' as const,
      given: ALL,
      fieldType: 'text' as const,
      ref: { kind: 'column' as const, column: 'email' as const },
      operator: 'exists' as const,
      operand: undefined,
    };
    const client = await app.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
      const waitMs = 100;
      const now = app.clock.now();
      const failures = await Promise.all([
        failureOf(previewSegment(app.pool, { accountId, audienceId: undefined, filter: ALL, now }, waitMs)),
        failureOf(
          listContacts(
            app.pool,
            { accountId, audienceId, segmentIds: [], trees: [tree], now },
            { limit: 1 },
            waitMs,
          ),
        ),
      ]);
      expect(failures.map(({ name }) => name)).to.deep.equal(['contacts_timeout', 'contacts_timeout']);
      // A suggested filter is answered without its number.
      const counted = { accountId, audienceId: undefined, filter: ALL, now };
      expect(await countFilter(app.pool, counted, waitMs)).to.equal(null);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
