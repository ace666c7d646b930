// What a person means who gives a URL or an address where the name of a domain is wanted.
import { expect } from 'chai';
import { nameWithin } from '../../dashboard/resources/domains/add/typed-name.ts';

describe('The name within what was typed', () => {
  it('is offered for a URL and an address, and for no plain name', () => {
    const cases: readonly [typed: string, name: string | undefined][] = [
      ['acme.dev', undefined],
      [' acme.dev. ', undefined],
      ['https://acme.dev/pricing?a=b', 'acme.dev'],
      ['http://www.acme.dev', 'acme.dev'],
      ['acme.dev/path', 'acme.dev'],
      ['ana@acme.dev', 'acme.dev'],
      ['Ana <ana@mail.acme.dev>', 'mail.acme.dev'],
      ['mailto:ana@acme.dev?subject=x', 'acme.dev'],
      ['https://user@acme.dev:8080/x', 'acme.dev'],
      ['www.acme.dev', 'acme.dev'],
      ['www.dev', undefined],
      ['bücher.example', undefined],
      ['https://bücher.de/x', 'bücher.de'],
      ['acme', undefined],
      ['https://', undefined],
      ['', undefined],
      ['@', undefined],
      [`https://${'a'.repeat(253)}`, undefined],
    ];
    for (const [typed, name] of cases) expect(nameWithin(typed), typed).to.equal(name);
  });
});
