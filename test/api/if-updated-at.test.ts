// `if_updated_at`, on every PATCH whose answer has `updated_at` (docs/reference/requests.md#changes-of-what-was-read). The
// operations are those of openapi.json, so a new one takes part, or fails here.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Operation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { createCaller } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import type { Fields } from './specimen.ts';
import { resourceOf, SPECIMENS } from './specimens.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}

interface Described {
  operationId: string;
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { patch?: Described }>;
  components: { schemas: Record<string, Schema> };
};

/** Operation id → changes that differ for each number; the others change `name`. */
const CHANGES: Readonly<Record<string, (n: number) => Fields>> = {
  updateDomain: (n) => ({ tracking_subdomain: `links${n}` }),
  updateContact: (n) => ({ first_name: `Bo ${n}` }),
  updateAudienceContact: (n) => ({ first_name: `Bo ${n}` }),
  updateEvent: (n) => ({ schema: { [`field_${n}`]: 'string' } }),
  updateUnsubscribePage: (n) => ({ title: `Title ${n}` }),
  updateWebhook: (n) => ({ endpoint_url: `http://127.0.0.1:9/${n}` }),
};

function hasUpdatedAt({ responses }: Described): boolean {
  const { $ref, ...own } = responses['200']?.content['application/json']?.schema ?? {};
  const schema = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : own;
  return schema?.properties !== undefined && 'updated_at' in schema.properties;
}

describe('Rejects a PATCH of a record with `updated_at` whose `if_updated_at` is another time with validation_error 422, and changes nothing.', () => {
  const app = useApp();
  const found = Object.values(document.paths).flatMap(({ patch }) =>
    patch && hasUpdatedAt(patch) ? patch.operationId : [],
  );

  for (const id of found) {
    const operation = (OPERATIONS as Record<string, Operation>)[id] ?? expect.fail(`${id} is no operation.`);
    it(`PATCH ${operation.path}`, async () => {
      const { api, accountId, read } = await createCaller(app);
      const made = await SPECIMENS[resourceOf(id)]?.create?.(app.pool, accountId);
      const ids: Record<string, unknown> = { ...made, contactId: made?.id };
      if (operation.path.startsWith('/audiences')) ids['id'] = (await read('/audiences')).data[0].id;
      const path = operation.path.replace(/:(\w+)/g, (_, name) => String(ids[name]));
      const changed = CHANGES[id] ?? ((n: number) => ({ name: `Name ${n}` }));
      const patch = (n: number, if_updated_at?: unknown) =>
        api.patch(path).send({ ...changed(n), if_updated_at });

      const before = await read(path);
      for (const time of ['2020-01-01', app.clock.now().toISOString().replace('Z', '+01:00'), 'now'])
        expectError(await patch(1, time), 422, 'validation_error');
      expect(await read(path)).to.deep.equal(before);

      const { updated_at: readAt } = (await patch(2, null).expect(200)).body;
      // Within one millisecond each change has a time of its own.
      const answers = await Promise.all([3, 4, 5].map((n) => patch(n, readAt)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422]);
      const accepted = answers.find(({ status }) => status === 200);
      expect((await read(path)).updated_at)
        .to.equal(accepted?.body.updated_at)
        .and.not.to.equal(readAt);
      for (const answer of answers) if (answer !== accepted) expectError(answer, 422, 'validation_error');
    });
  }

  it('is tested on at least ten operations', () => {
    expect(found.length).to.be.at.least(10);
  });
});
