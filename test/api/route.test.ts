// Mistakes in a route (api/route.ts) that the compiler must reject: `npm run check` fails at a `@ts-expect-error`
// without an error below it.
import { expect } from 'chai';
import Joi from 'joi';
import { type Call, type Route, route, uuidOf } from '../../api/route.ts';
import type { Operation } from '../../shared/contract/operation.ts';

const get = { method: 'get', path: '/things/:id', permission: 'full' } as const satisfies Operation;
const patch = { method: 'patch', path: '/things/:id', permission: 'full' } as const satisfies Operation;
const list = { method: 'get', path: '/things', permission: 'full' } as const satisfies Operation;
const params = { id: uuidOf('Thing') };
const body = Joi.object<{ name: string }>({ name: Joi.string() });

const MISTAKES: Record<string, () => Route> = {
  // @ts-expect-error
  'missing params': () => route(get, {}, () => ({})),
  // @ts-expect-error
  'a name that is not in the path': () => route(get, { params: { di: params.id } }, () => ({})),
  // @ts-expect-error
  'one param too many': () => route(get, { params: { ...params, eventId: params.id } }, () => ({})),
  // @ts-expect-error
  'params of a path without any': () => route(list, { params }, () => ({})),
  // @ts-expect-error
  'a body of a GET': () => route(get, { params, body }, () => ({})),
  // @ts-expect-error
  'a schema under a misspelt name': () => route(list, { heders: body }, () => ({})),
  // @ts-expect-error
  'a misspelt name next to a correct one': () => route(patch, { params, body, heders: body }, () => ({})),
  // @ts-expect-error
  'a missing answer': () => route(get, { params }, async () => {}),
  // @ts-expect-error
  'an answer that is a text': () => route(get, { params }, async () => 'text'),
  // @ts-expect-error
  'a field that the schema does not have': () => route(patch, { params, body }, (call) => [call.body.nam]),
  // @ts-expect-error
  'a body without a schema': () => route(patch, { params }, (call) => [call.body.name]),
  'a body of unknown type': () =>
    // @ts-expect-error
    route(patch, { params, body }, (call: Call<'/things/:id'>) => [call.body.name]),
};

describe('A route', () => {
  for (const [mistake, make] of Object.entries(MISTAKES)) {
    it(`is rejected by the compiler with ${mistake}`, () => {
      expect(make().operation.path).to.match(/^\/things/);
    });
  }
});
