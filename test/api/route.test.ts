// What is said wrongly at a route, the compiler refuses: each line under a `@ts-expect-error` would fail `npm run check` if
// it did not.
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
  'params that are forgotten': () => route(get, {}, () => ({})),
  // @ts-expect-error
  'a name that the path does not have': () => route(get, { params: { di: params.id } }, () => ({})),
  // @ts-expect-error
  'a param too many': () => route(get, { params: { ...params, eventId: params.id } }, () => ({})),
  // @ts-expect-error
  'params of a path without any': () => route(list, { params }, () => ({})),
  // @ts-expect-error
  'a body of a GET': () => route(get, { params, body }, () => ({})),
  // @ts-expect-error
  'a schema under a misspelt name': () => route(list, { heders: body }, () => ({})),
  // @ts-expect-error
  'a misspelt name beside a good one': () => route(patch, { params, body, heders: body }, () => ({})),
  // @ts-expect-error
  'an answer that is forgotten': () => route(get, { params }, async () => {}),
  // @ts-expect-error
  'an answer that is a text': () => route(get, { params }, async () => 'text'),
  // @ts-expect-error
  'a field that the schema does not have': () => route(patch, { params, body }, (call) => [call.body.nam]),
  // @ts-expect-error
  'a body without a schema': () => route(patch, { params }, (call) => [call.body.name]),
  'a body that nothing is known of': () =>
    // @ts-expect-error
    route(patch, { params, body }, (call: Call<'/things/:id'>) => [call.body.name]),
};

describe('A route', () => {
  for (const [mistake, make] of Object.entries(MISTAKES)) {
    it(`is refused by the compiler with ${mistake}`, () => {
      expect(make().operation.path).to.match(/^\/things/);
    });
  }
});
