// Every answer carries an id (decisions.md §1).
import { expect } from 'chai';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import { useApp } from '../../support/app.ts';

describe('the request id', () => {
  const app = useApp();
  const askWith = (id: string) => app.as().get('/domains').set('X-Request-Id', id);

  it('is made when the caller sends none', async () => {
    const [first, second] = await Promise.all([app.as().get('/domains'), app.as().get('/domains')]);
    expect(isUuidV7(first.headers['x-request-id'] ?? '')).to.equal(true);
    expect(first.headers['x-request-id']).not.to.equal(second.headers['x-request-id']);
  });

  for (const id of ['a', 'req_01:abc/DEF+1=@-.', 'x'.repeat(128)]) {
    it(`keeps the sane id "${id.slice(0, 20)}" of ${id.length} characters`, async () => {
      expect((await askWith(id)).headers['x-request-id']).to.equal(id);
    });
  }

  for (const id of ['x'.repeat(129), 'two words', 'quote"', '<script>', 'é']) {
    it(`replaces the id "${id.slice(0, 20)}" of ${id.length} characters`, async () => {
      const answer = await askWith(id);
      expect(isUuidV7(answer.headers['x-request-id'] ?? '')).to.equal(true);
    });
  }

  it('is on answers of every kind', async () => {
    for (const path of ['/healthz', '/ops/login', '/nothing', '/domains']) {
      expect((await app.as().get(path)).headers).to.have.property('x-request-id');
    }
  });
});
