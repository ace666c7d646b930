import { expect } from 'chai';
import { compileTemplate } from '../../../../shared/mail/templates/compile.ts';
import { CompiledTemplates } from '../../../../shared/mail/templates/template-cache.ts';
import { NO_FIELDS } from './support/render-source.ts';

const template = (characters: number) => compileTemplate({ ...NO_FIELDS, html: 'x'.repeat(characters) }, []);

describe('The cache of compiled templates', () => {
  it('drops what was not used for the longest time, by its bytes', () => {
    const [a, b, c] = [template(10), template(20), template(30)];
    const cache = new CompiledTemplates(a.bytes + c.bytes);
    cache.set('a', a);
    cache.set('b', b);
    expect(cache.get('a')).to.equal(a);
    cache.set('c', c);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).to.deep.equal([a, undefined, c]);
    expect(cache.bytes).to.equal(a.bytes + c.bytes);
  });

  it('does not keep a template that is larger than the whole bound', () => {
    const small = template(10);
    const cache = new CompiledTemplates(small.bytes);
    cache.set('small', small);
    cache.set('large', template(1_000));
    expect([cache.get('small'), cache.get('large')]).to.deep.equal([small, undefined]);
    cache.set('small', template(1_000));
    expect([cache.get('small'), cache.bytes]).to.deep.equal([undefined, 0]);
  });
});
